BEGIN TRANSACTION;
CREATE TABLE accounts (
        account TEXT PRIMARY KEY,
        balance BIGINT NOT NULL,
        may_owe INTEGER NOT NULL,
        CHECK (may_owe = 1 OR balance >= 0));
INSERT INTO "accounts" VALUES('player/Ann',999999999000,0);
INSERT INTO "accounts" VALUES('issued',-3000000000000,1);
INSERT INTO "accounts" VALUES('player/Bob',1000000000000,0);
INSERT INTO "accounts" VALUES('player/Cat',999999999000,0);
INSERT INTO "accounts" VALUES('house/8c6b2008db2f',2000,1);
CREATE TABLE attempts (
        key TEXT PRIMARY KEY,
        failures INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL,
        at DOUBLE PRECISION NOT NULL);
CREATE TABLE commands (
        person TEXT NOT NULL,
        key TEXT NOT NULL,
        body TEXT NOT NULL,
        table_id TEXT NOT NULL,
        sequence BIGINT NOT NULL,
        answer TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL, place BIGINT NOT NULL DEFAULT 0, hash TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (person, key));
CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id),
        n BIGINT NOT NULL,
        event TEXT NOT NULL,
        hash TEXT NOT NULL,
        actor TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        shown TEXT NOT NULL, nonce TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL DEFAULT 1, told TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (table_id, n));
INSERT INTO "events" VALUES('8c6b2008db2f',1,'{"book":"nz","event":"TableOpened","settings":{},"table":"8c6b2008db2f","under":"opening"}','ea8aaf1dd6f4d4125dc0d7b20bc25f54ffdcef006b560f4192c26277b9872c75','house',1.79486712781583499908e+09,'{"event":"TableOpened","book":"nz","settings":{},"table":"8c6b2008db2f","n":1,"clause":"opening","actor":"house","at":1794867127.815835,"hash":"ea8aaf1dd6f4d4125dc0d7b20bc25f54ffdcef006b560f4192c26277b9872c75","says":"Division 2 - Blackjack (New Zealand) is open. Place your bets, please."}','',2,'1aefbda6c21eafea0b6e813af25a81bb');
INSERT INTO "events" VALUES('8c6b2008db2f',2,'{"event":"PlayerArrived","player":"Ann","under":"14.3(a)"}','a9de537ab9905448f2b39bfb62844ea3ca599e5cafd51507a8332e6f4e45efd0','Ann',1.79486712782156610486e+09,'{"event":"PlayerArrived","player":"Ann","n":2,"clause":"14.3(a)","actor":"Ann","at":1794867127.821566,"hash":"a9de537ab9905448f2b39bfb62844ea3ca599e5cafd51507a8332e6f4e45efd0","says":"Ann comes to the table."}','',2,'704f1af17e145cbdde713485afe799f2');
INSERT INTO "events" VALUES('8c6b2008db2f',3,'{"box":1,"event":"SeatTaken","player":"Ann","under":"14.3(a)"}','4f9e973c7c4fc8859ef770ea96b8ca8d19bb1753ac9d4574981a30cc92738404','Ann',1.79486712782156610486e+09,'{"event":"SeatTaken","box":1,"player":"Ann","n":3,"clause":"14.3(a)","actor":"Ann","at":1794867127.821566,"hash":"4f9e973c7c4fc8859ef770ea96b8ca8d19bb1753ac9d4574981a30cc92738404","says":"Ann sits down at box 1."}','',2,'52091ff727ac81b39929df38990f552f');
INSERT INTO "events" VALUES('8c6b2008db2f',4,'{"event":"PlayerArrived","player":"Bob","under":"14.3(a)"}','d6fa5fdc5e4de87025908cf8077a3e80560369c98eb31922f9980e722ce2860e','Ann',1.79486712782156610486e+09,'{"event":"PlayerArrived","player":"Bob","n":4,"clause":"14.3(a)","actor":"Ann","at":1794867127.821566,"hash":"d6fa5fdc5e4de87025908cf8077a3e80560369c98eb31922f9980e722ce2860e","says":"Bob comes to the table."}','',2,'2fd73c5b9f67171c3e16e1a558260493');
INSERT INTO "events" VALUES('8c6b2008db2f',5,'{"box":2,"event":"SeatTaken","player":"Bob","under":"14.3(a)"}','6efe34b413ce7225dbd68fa7c9e33930a96f795933306944229622bc3f810a68','Ann',1.79486712782156610486e+09,'{"event":"SeatTaken","box":2,"player":"Bob","n":5,"clause":"14.3(a)","actor":"Ann","at":1794867127.821566,"hash":"6efe34b413ce7225dbd68fa7c9e33930a96f795933306944229622bc3f810a68","says":"Bob sits down at box 2."}','',2,'60d6bf8d170c557d42f875c520c206dc');
INSERT INTO "events" VALUES('8c6b2008db2f',6,'{"event":"PlayerArrived","player":"Cat","under":"14.3(a)"}','577d315f554b624e70ff63ac6caf5123a3155dfc3321981c49eb26ac851f194d','Ann',1.79486712782156610486e+09,'{"event":"PlayerArrived","player":"Cat","n":6,"clause":"14.3(a)","actor":"Ann","at":1794867127.821566,"hash":"577d315f554b624e70ff63ac6caf5123a3155dfc3321981c49eb26ac851f194d","says":"Cat comes to the table."}','',2,'4626bbddf51f705fc4d5c3a215afd45f');
INSERT INTO "events" VALUES('8c6b2008db2f',7,'{"box":3,"event":"SeatTaken","player":"Cat","under":"14.3(a)"}','379dc45a736617ee8ad9e4f75c3825f1d6e6acd39b431d77e140f4b2f38dfeb6','Ann',1.79486712782156610486e+09,'{"event":"SeatTaken","box":3,"player":"Cat","n":7,"clause":"14.3(a)","actor":"Ann","at":1794867127.821566,"hash":"379dc45a736617ee8ad9e4f75c3825f1d6e6acd39b431d77e140f4b2f38dfeb6","says":"Cat sits down at box 3."}','',2,'e5db043a852b57c76e454e18b4bf105f');
INSERT INTO "events" VALUES('8c6b2008db2f',8,'{"cards":312,"event":"CardsShuffled","reason":"start","under":"7.1(a)"}','4119bb3397bfddc0bb1c9e139efbf1899ec7e09d05825eeca9c2876d2df2be04','Ann',1.7948671278288609982e+09,'{"event":"CardsShuffled","reason":"start","cards":312,"n":8,"clause":"7.1(a)","actor":"Ann","at":1794867127.828861,"hash":"4119bb3397bfddc0bb1c9e139efbf1899ec7e09d05825eeca9c2876d2df2be04","says":"312 cards are shuffled."}','',2,'b9f52f0320d96221faaff625f028be15');
INSERT INTO "events" VALUES('8c6b2008db2f',9,'{"burn":true,"event":"CutOffered","offers":[[1,"Ann","7.3(a)"],[2,"Bob","7.4#1"],[3,"Cat","7.4#1"]],"under":"7.3(a)"}','0cb1f53d8339fb1f5a61d752a9227dd2a0694c0d9a328dcd4fe7f1153320bf74','Ann',1.7948671278288609982e+09,'{"event":"CutOffered","offers":[[1,"Ann","7.3(a)"],[2,"Bob","7.4#1"],[3,"Cat","7.4#1"]],"burn":true,"n":9,"clause":"7.3(a)","actor":"Ann","at":1794867127.828861,"hash":"0cb1f53d8339fb1f5a61d752a9227dd2a0694c0d9a328dcd4fe7f1153320bf74","says":"The cut is offered to Ann, then Bob, then Cat."}','',2,'a0af629b6d92e114b3b15f7c4a791029');
INSERT INTO "events" VALUES('8c6b2008db2f',10,'{"commitment":"5a9631f66185a407bf2b441b49f354c7bb39d40c251cc213d35163308a92bf01","composition":"As*6 2s*6 3s*6 4s*6 5s*6 6s*6 7s*6 8s*6 9s*6 Ts*6 Js*6 Qs*6 Ks*6 Ah*6 2h*6 3h*6 4h*6 5h*6 6h*6 7h*6 8h*6 9h*6 Th*6 Jh*6 Qh*6 Kh*6 Ad*6 2d*6 3d*6 4d*6 5d*6 6d*6 7d*6 8d*6 9d*6 Td*6 Jd*6 Qd*6 Kd*6 Ac*6 2c*6 3c*6 4c*6 5c*6 6c*6 7c*6 8c*6 9c*6 Tc*6 Jc*6 Qc*6 Kc*6","event":"ShoeSealed","shoe":1,"table":"8c6b2008db2f","under":"fairness","version":2}','f04ec902e80f22148aa34e574c8e89109348f2a63687f1d0563951bde52d71a6','Ann',1.7948671278288609982e+09,'{"event":"ShoeSealed","commitment":"5a9631f66185a407bf2b441b49f354c7bb39d40c251cc213d35163308a92bf01","table":"8c6b2008db2f","shoe":1,"composition":"As*6 2s*6 3s*6 4s*6 5s*6 6s*6 7s*6 8s*6 9s*6 Ts*6 Js*6 Qs*6 Ks*6 Ah*6 2h*6 3h*6 4h*6 5h*6 6h*6 7h*6 8h*6 9h*6 Th*6 Jh*6 Qh*6 Kh*6 Ad*6 2d*6 3d*6 4d*6 5d*6 6d*6 7d*6 8d*6 9d*6 Td*6 Jd*6 Qd*6 Kd*6 Ac*6 2c*6 3c*6 4c*6 5c*6 6c*6 7c*6 8c*6 9c*6 Tc*6 Jc*6 Qc*6 Kc*6","version":2,"n":10,"clause":"fairness","actor":"Ann","at":1794867127.828861,"hash":"f04ec902e80f22148aa34e574c8e89109348f2a63687f1d0563951bde52d71a6","says":"Shoe 1 is sealed: 5a9631f66185a407bf2b441b49f354c7bb39d40c251cc213d35163308a92bf01."}','',2,'8d4af5b9ca6943c24399a3fc00d93a4d');
INSERT INTO "events" VALUES('8c6b2008db2f',11,'{"event":"CutDeclined","player":"Ann","under":"7.3(a)"}','9bc706e467b50a87f85c5a370778d95d1745103860956be9c3cb391a9cc6bdad','Ann',1.7948671278288609982e+09,'{"event":"CutDeclined","player":"Ann","n":11,"clause":"7.3(a)","actor":"Ann","at":1794867127.828861,"hash":"9bc706e467b50a87f85c5a370778d95d1745103860956be9c3cb391a9cc6bdad","says":"Ann lets the cut pass."}','',2,'380ab2273c70681d0c7601bf34a91640');
INSERT INTO "events" VALUES('8c6b2008db2f',12,'{"event":"CutDeclined","player":"Bob","under":"7.4#1"}','54dbb99e1e480560b61ad044eb32aea324bf99477a629299668d03916b4d72eb','Ann',1.7948671278288609982e+09,'{"event":"CutDeclined","player":"Bob","n":12,"clause":"7.4#1","actor":"Ann","at":1794867127.828861,"hash":"54dbb99e1e480560b61ad044eb32aea324bf99477a629299668d03916b4d72eb","says":"Bob lets the cut pass."}','',2,'1c5328054392813a3da42952cad6ec12');
INSERT INTO "events" VALUES('8c6b2008db2f',13,'{"event":"CutDeclined","player":"Cat","under":"7.4#1"}','ec970257f8025a3a3080d46d64985cb209c2b4d1f0af7ca09587990ddc0b9563','Ann',1.7948671278288609982e+09,'{"event":"CutDeclined","player":"Cat","n":13,"clause":"7.4#1","actor":"Ann","at":1794867127.828861,"hash":"ec970257f8025a3a3080d46d64985cb209c2b4d1f0af7ca09587990ddc0b9563","says":"Cat lets the cut pass."}','',2,'6ba3e3307eca4da81998042680c40542');
INSERT INTO "events" VALUES('8c6b2008db2f',14,'{"depth":131,"event":"ShoeCut","player":"employee","under":"7.4#2"}','f9d7f3e3c1123f76d856943251880a72d2d914c289151bf800d1aae572cbdef2','Ann',1.7948671278288609982e+09,'{"event":"ShoeCut","player":"employee","depth":131,"n":14,"clause":"7.4#2","actor":"Ann","at":1794867127.828861,"hash":"f9d7f3e3c1123f76d856943251880a72d2d914c289151bf800d1aae572cbdef2","says":"The employee cuts with 131 cards in front."}','',2,'153bc63d77311545da77d2b8696bd43b');
INSERT INTO "events" VALUES('8c6b2008db2f',15,'{"cards":312,"event":"ShoeLoaded","position":234,"under":"7.6(a)#1"}','ce4d856d848154be59aa6927cc2feb903613f2aa8f91d8e3a0a17eae6f37937e','Ann',1.7948671278288609982e+09,'{"event":"ShoeLoaded","cards":312,"position":234,"n":15,"clause":"7.6(a)#1","actor":"Ann","at":1794867127.828861,"hash":"ce4d856d848154be59aa6927cc2feb903613f2aa8f91d8e3a0a17eae6f37937e","says":"312 cards go into the shoe, the cutting card after 234."}','',2,'ac162b7ca89e8daa6ce10289d0e5328f');
INSERT INTO "events" VALUES('8c6b2008db2f',16,'{"card":"3s","event":"CardBurned","under":"8.1#1"}','19ba6361ac909dede5286ee24201774792e9d69d49efc9ae742f3cc7dceea146','Ann',1.7948671278288609982e+09,'{"event":"CardBurned","card":"??","n":16,"clause":"8.1#1","actor":"Ann","at":1794867127.828861,"hash":"19ba6361ac909dede5286ee24201774792e9d69d49efc9ae742f3cc7dceea146","says":"A card is burned.","sealed":"ce9e628696c9395f88d66569a389c306a09e3d7e0cc59b027716154c6ce3b9f4"}','39023f4807df17ce190da7cf1674f7da0da139f7b8bfd2dc73b8d6b77324080c',2,'7626f512df9a2f0ce25bbf00f9a73ff8');
INSERT INTO "events" VALUES('8c6b2008db2f',17,'{"box":1,"event":"WagerPlaced","hand":1,"kind":"main","player":"Ann","stake":500,"under":"5.5(a)","wager":1}','e4246a77513584d3c8ed66b7f52baca70f981fceeb47845b16085478cc3b0c62','Ann',1.7948671278288609982e+09,'{"event":"WagerPlaced","wager":1,"box":1,"player":"Ann","kind":"main","stake":500,"hand":1,"n":17,"clause":"5.5(a)","actor":"Ann","at":1794867127.828861,"hash":"e4246a77513584d3c8ed66b7f52baca70f981fceeb47845b16085478cc3b0c62","says":"Ann on box 1: wager of 5."}','',2,'3218820c64189eeb99a458cbcb310993');
INSERT INTO "events" VALUES('8c6b2008db2f',18,'{"box":2,"event":"WagerPlaced","hand":1,"kind":"main","player":"Bob","stake":500,"under":"5.5(a)","wager":2}','c46b2d008821aa03ff93cff1b0e4cabcea14d23711d5348a6fadfab7ed7fce31','Ann',1.7948671278288609982e+09,'{"event":"WagerPlaced","wager":2,"box":2,"player":"Bob","kind":"main","stake":500,"hand":1,"n":18,"clause":"5.5(a)","actor":"Ann","at":1794867127.828861,"hash":"c46b2d008821aa03ff93cff1b0e4cabcea14d23711d5348a6fadfab7ed7fce31","says":"Bob on box 2: wager of 5."}','',2,'0f38570376185b74e3df309a01f33fd5');
INSERT INTO "events" VALUES('8c6b2008db2f',19,'{"box":3,"event":"WagerPlaced","hand":1,"kind":"main","player":"Cat","stake":500,"under":"5.5(a)","wager":3}','ab40e2fee7b1b2203049fc86b46503d1a3ed55700722c49858a57cc0910df9aa','Ann',1.7948671278288609982e+09,'{"event":"WagerPlaced","wager":3,"box":3,"player":"Cat","kind":"main","stake":500,"hand":1,"n":19,"clause":"5.5(a)","actor":"Ann","at":1794867127.828861,"hash":"ab40e2fee7b1b2203049fc86b46503d1a3ed55700722c49858a57cc0910df9aa","says":"Cat on box 3: wager of 5."}','',2,'e80d448b9b3b568ddef49078dc5f0943');
INSERT INTO "events" VALUES('8c6b2008db2f',20,'{"event":"BetsClosed","under":"5.5(a)"}','6d396c07f14dd975de6237c91fe82d28fe16ecb718ec68cc7ac85528dd535a9f','Ann',1.7948671278288609982e+09,'{"event":"BetsClosed","n":20,"clause":"5.5(a)","actor":"Ann","at":1794867127.828861,"hash":"6d396c07f14dd975de6237c91fe82d28fe16ecb718ec68cc7ac85528dd535a9f","says":"No more bets."}','',2,'fa1d3b167c16b3ecdbb526f8b418eb78');
INSERT INTO "events" VALUES('8c6b2008db2f',21,'{"box":1,"card":"Qs","event":"CardDealt","under":"8.3#1"}','598605e2535132b8881cfad857edf65d66594fd075f5bff961e912e50cbdf4d6','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"Qs","box":1,"n":21,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"598605e2535132b8881cfad857edf65d66594fd075f5bff961e912e50cbdf4d6","says":"Q♠ to box 1: 10."}','',2,'5969dfc33c3cadc2f46365594b7525e4');
INSERT INTO "events" VALUES('8c6b2008db2f',22,'{"box":2,"card":"5d","event":"CardDealt","under":"8.3#1"}','aee4b0fb4bd0cbe8c3cab79f9eb4ecb16befa1c493bbc42369b720b30d426a71','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"5d","box":2,"n":22,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"aee4b0fb4bd0cbe8c3cab79f9eb4ecb16befa1c493bbc42369b720b30d426a71","says":"5♦ to box 2: 5."}','',2,'0bcd5ca902d19a0d20fa24f91d9c9bec');
INSERT INTO "events" VALUES('8c6b2008db2f',23,'{"box":3,"card":"2c","event":"CardDealt","under":"8.3#1"}','f6239dc1f5a27f7960aa35b08e02f70533c1f43ff0b90c57025b198a1bfa5d02','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"2c","box":3,"n":23,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"f6239dc1f5a27f7960aa35b08e02f70533c1f43ff0b90c57025b198a1bfa5d02","says":"2♣ to box 3: 2."}','',2,'b1498ae7ae3633bc1225233fb79a54aa');
INSERT INTO "events" VALUES('8c6b2008db2f',24,'{"card":"4d","event":"CardDealt","under":"1.0 ''Initial Deal''"}','27e10222225503980114fb743466bec99823c6b26093e226aabbc5e9ca33c8b3','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"4d","n":24,"clause":"1.0 ''Initial Deal''","actor":"Ann","at":1794867127.828861,"hash":"27e10222225503980114fb743466bec99823c6b26093e226aabbc5e9ca33c8b3","says":"4♦ to the dealer: 4."}','',2,'23914cacaaff5a3f8baf0638a628421e');
INSERT INTO "events" VALUES('8c6b2008db2f',25,'{"box":1,"card":"3h","event":"CardDealt","under":"8.3#1"}','488feb8110119fb8145e59483026eacf4aed80ffd1b7e63724baad644fbfe427','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"3h","box":1,"n":25,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"488feb8110119fb8145e59483026eacf4aed80ffd1b7e63724baad644fbfe427","says":"3♥ to box 1: 13."}','',2,'a925d9205f5fe9f7e9aebf4fb42c78a8');
INSERT INTO "events" VALUES('8c6b2008db2f',26,'{"box":2,"card":"5d","event":"CardDealt","under":"8.3#1"}','cf4d9c7485b3bf6b26c6d86bd17fa3d6a63395a34be8c3030b237f856bd69c68','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"5d","box":2,"n":26,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"cf4d9c7485b3bf6b26c6d86bd17fa3d6a63395a34be8c3030b237f856bd69c68","says":"5♦ to box 2: 10."}','',2,'35611430dda8084fb717a65ebf35db5a');
INSERT INTO "events" VALUES('8c6b2008db2f',27,'{"box":3,"card":"3d","event":"CardDealt","under":"8.3#1"}','4ab6b3b8841bc28a561a12a8743eb8e1bd86c273c37a9885cdfe2b23f798766d','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"3d","box":3,"n":27,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"4ab6b3b8841bc28a561a12a8743eb8e1bd86c273c37a9885cdfe2b23f798766d","says":"3♦ to box 3: 5."}','',2,'32f25441f941a4e3ec679cea9ae4f390');
INSERT INTO "events" VALUES('8c6b2008db2f',28,'{"event":"DealCompleted","play_begins":true,"under":"1.0 ''Initial Deal''"}','820057d77b3bb2afdd249d527e7d86d79dad420cc90b474b5df206ef04f53ade','Ann',1.7948671278288609982e+09,'{"event":"DealCompleted","play_begins":true,"n":28,"clause":"1.0 ''Initial Deal''","actor":"Ann","at":1794867127.828861,"hash":"820057d77b3bb2afdd249d527e7d86d79dad420cc90b474b5df206ef04f53ade","says":"The deal is complete."}','',2,'9b1fe284b3ecc32474f0a49454e58cf1');
INSERT INTO "events" VALUES('8c6b2008db2f',29,'{"box":1,"event":"CardAsked","hand":1,"under":"13.1(a)"}','3c6cca40ebc78a6f3f05c7535a56531d26795c1c9533ec97bb66a2b80285a16c','Ann',1.7948671278288609982e+09,'{"event":"CardAsked","box":1,"hand":1,"n":29,"clause":"13.1(a)","actor":"Ann","at":1794867127.828861,"hash":"3c6cca40ebc78a6f3f05c7535a56531d26795c1c9533ec97bb66a2b80285a16c","says":"Box 1 asks for a card."}','',2,'03654cfecc9fe86778923106fef28fe9');
INSERT INTO "events" VALUES('8c6b2008db2f',30,'{"box":1,"card":"Jc","event":"CardDealt","under":"8.3#1"}','08959c2669e740fb95703e31618f5699cf2a64425cdf4f2ec7062940892f6515','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"Jc","box":1,"n":30,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"08959c2669e740fb95703e31618f5699cf2a64425cdf4f2ec7062940892f6515","says":"J♣ to box 1: 23."}','',2,'ab9dd62ccd064cb24ee1516958abbf5e');
INSERT INTO "events" VALUES('8c6b2008db2f',31,'{"box":1,"event":"HandBusted","hand":1,"total":23,"under":"5.1(f)"}','dfdd60c35bd4b7b0dbc5388e43f08f432c3ecd2280899733da2dd241c861426d','Ann',1.7948671278288609982e+09,'{"event":"HandBusted","box":1,"hand":1,"total":23,"n":31,"clause":"5.1(f)","actor":"Ann","at":1794867127.828861,"hash":"dfdd60c35bd4b7b0dbc5388e43f08f432c3ecd2280899733da2dd241c861426d","says":"Box 1 is over with 23."}','',2,'91e5fbf5bc1b1563fce3c9914a660456');
INSERT INTO "events" VALUES('8c6b2008db2f',32,'{"event":"WagerSettled","paid":0,"result":"lose","returned":0,"under":"5.1(f)","wager":1,"when":"bust"}','ce8c897b846e2d666f4fdc1cb2e70bb0d8ebee34561609965d47382982237639','Ann',1.7948671278288609982e+09,'{"event":"WagerSettled","wager":1,"result":"lose","paid":0,"returned":0,"when":"bust","n":32,"clause":"5.1(f)","actor":"Ann","at":1794867127.828861,"hash":"ce8c897b846e2d666f4fdc1cb2e70bb0d8ebee34561609965d47382982237639","says":"Ann on box 1, wager of 5: loses."}','',2,'e3dd2fa819750c8ca470ecb24280a4f2');
INSERT INTO "events" VALUES('8c6b2008db2f',33,'{"box":2,"event":"CardAsked","hand":1,"under":"13.1(a)"}','0e04dcb9aac1f829e889b8cefacee21193c48d6e782fd6b3af215f5e27480526','Ann',1.7948671278288609982e+09,'{"event":"CardAsked","box":2,"hand":1,"n":33,"clause":"13.1(a)","actor":"Ann","at":1794867127.828861,"hash":"0e04dcb9aac1f829e889b8cefacee21193c48d6e782fd6b3af215f5e27480526","says":"Box 2 asks for a card."}','',2,'5035b8afdc0349ffc3a80bccd6ca2817');
INSERT INTO "events" VALUES('8c6b2008db2f',34,'{"box":2,"card":"Td","event":"CardDealt","under":"8.3#1"}','60591a0873e815b55752635cabc6793800285a10f5886d71d8d0f1fe3760e773','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"Td","box":2,"n":34,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"60591a0873e815b55752635cabc6793800285a10f5886d71d8d0f1fe3760e773","says":"T♦ to box 2: 20."}','',2,'3db402aa7ad7a362d2dffbac77208cfd');
INSERT INTO "events" VALUES('8c6b2008db2f',35,'{"box":2,"event":"HandStood","hand":1,"under":"13.1(d)"}','7808d415d0389cd8ea873951a5060c33f52b9b6b4390c5dfbfc0248318e52ca6','Ann',1.7948671278288609982e+09,'{"event":"HandStood","box":2,"hand":1,"n":35,"clause":"13.1(d)","actor":"Ann","at":1794867127.828861,"hash":"7808d415d0389cd8ea873951a5060c33f52b9b6b4390c5dfbfc0248318e52ca6","says":"Box 2 stands."}','',2,'ff10d95ff9647faf9f16ac8adb1759c6');
INSERT INTO "events" VALUES('8c6b2008db2f',36,'{"box":3,"event":"CardAsked","hand":1,"under":"13.1(a)"}','9996690e6a3a7e1de9c64254cd838203e4b01d36d5685b9cdadad880811027e7','Ann',1.7948671278288609982e+09,'{"event":"CardAsked","box":3,"hand":1,"n":36,"clause":"13.1(a)","actor":"Ann","at":1794867127.828861,"hash":"9996690e6a3a7e1de9c64254cd838203e4b01d36d5685b9cdadad880811027e7","says":"Box 3 asks for a card."}','',2,'9c52dc57a57b0c149a2397e1b4ac2f52');
INSERT INTO "events" VALUES('8c6b2008db2f',37,'{"box":3,"card":"7h","event":"CardDealt","under":"8.3#1"}','66cd771771fd5b0f3ac7971b0ffa0b2f860b57dcd16f5d4ba37e79999d405e10','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"7h","box":3,"n":37,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"66cd771771fd5b0f3ac7971b0ffa0b2f860b57dcd16f5d4ba37e79999d405e10","says":"7♥ to box 3: 12."}','',2,'15c83f8ae1c488e2e8f3970576e04866');
INSERT INTO "events" VALUES('8c6b2008db2f',38,'{"box":3,"event":"CardAsked","hand":1,"under":"13.1(a)"}','082ea7d0a44e8178f077213095f18e9e2893dd4aee287771b3dce34f0dfa9b8b','Ann',1.7948671278288609982e+09,'{"event":"CardAsked","box":3,"hand":1,"n":38,"clause":"13.1(a)","actor":"Ann","at":1794867127.828861,"hash":"082ea7d0a44e8178f077213095f18e9e2893dd4aee287771b3dce34f0dfa9b8b","says":"Box 3 asks for a card."}','',2,'3e47a23462533279c01d868cfc990fbe');
INSERT INTO "events" VALUES('8c6b2008db2f',39,'{"box":3,"card":"Ac","event":"CardDealt","under":"8.3#1"}','02ef396fdb95f19e8e923d851efd961509d93ce12ef848faef7251b7cdd72f1b','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"Ac","box":3,"n":39,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"02ef396fdb95f19e8e923d851efd961509d93ce12ef848faef7251b7cdd72f1b","says":"A♣ to box 3: 13."}','',2,'3c8bc2a3a8e6031a0242c72232986258');
INSERT INTO "events" VALUES('8c6b2008db2f',40,'{"box":3,"event":"CardAsked","hand":1,"under":"13.1(a)"}','29a2a14728f32bb12c76a30818e39ae2a4e743db022dd585010f90c48ad6afaa','Ann',1.7948671278288609982e+09,'{"event":"CardAsked","box":3,"hand":1,"n":40,"clause":"13.1(a)","actor":"Ann","at":1794867127.828861,"hash":"29a2a14728f32bb12c76a30818e39ae2a4e743db022dd585010f90c48ad6afaa","says":"Box 3 asks for a card."}','',2,'18c371640aec9a49f184f685672a3920');
INSERT INTO "events" VALUES('8c6b2008db2f',41,'{"box":3,"card":"4c","event":"CardDealt","under":"8.3#1"}','bb785553b263c1ecb3bce38801906b77f0622f0569c3d80cbddb590e8a6bcdfb','Ann',1.7948671278288609982e+09,'{"event":"CardDealt","card":"4c","box":3,"n":41,"clause":"8.3#1","actor":"Ann","at":1794867127.828861,"hash":"bb785553b263c1ecb3bce38801906b77f0622f0569c3d80cbddb590e8a6bcdfb","says":"4♣ to box 3: 17."}','',2,'0a5bfe4504b74a98240d1d6dbcbc45c1');
INSERT INTO "events" VALUES('8c6b2008db2f',42,'{"box":3,"event":"HandStood","hand":1,"under":"13.1(d)"}','b027a61d335be111bed5ef87da6c23a1efb17f46e9378cdf47a690a3564036b9','Ann',1.7948671278288609982e+09,'{"event":"HandStood","box":3,"hand":1,"n":42,"clause":"13.1(d)","actor":"Ann","at":1794867127.828861,"hash":"b027a61d335be111bed5ef87da6c23a1efb17f46e9378cdf47a690a3564036b9","says":"Box 3 stands."}','',2,'4f475d6d7fb2be409119093bd58e05fd');
INSERT INTO "events" VALUES('8c6b2008db2f',43,'{"card":"9c","event":"CardDealt","under":"13.3"}','6588ac1edab42fd0684fb3f0857e00c529216c5ec311649baeefec438ebf9be6','dealer',1.7948671278288609982e+09,'{"event":"CardDealt","card":"9c","n":43,"clause":"13.3","actor":"dealer","at":1794867127.828861,"hash":"6588ac1edab42fd0684fb3f0857e00c529216c5ec311649baeefec438ebf9be6","says":"9♣ to the dealer: 13."}','',2,'9a968c141e103d76d44dcc71c1c790c8');
INSERT INTO "events" VALUES('8c6b2008db2f',44,'{"card":"3h","event":"CardDealt","under":"13.3"}','697631e0ce2071b85a8e152c36e211af16da73c9d9bd4f7ca5e2ec9697773a17','dealer',1.7948671278288609982e+09,'{"event":"CardDealt","card":"3h","n":44,"clause":"13.3","actor":"dealer","at":1794867127.828861,"hash":"697631e0ce2071b85a8e152c36e211af16da73c9d9bd4f7ca5e2ec9697773a17","says":"3♥ to the dealer: 16."}','',2,'73421722a39c070aaf79b564e55ba077');
INSERT INTO "events" VALUES('8c6b2008db2f',45,'{"card":"4s","event":"CardDealt","under":"13.3"}','15d0097b05172872ff85a144c1faca820d4e206a93e4795c4f259ba8854a3cc3','dealer',1.7948671278288609982e+09,'{"event":"CardDealt","card":"4s","n":45,"clause":"13.3","actor":"dealer","at":1794867127.828861,"hash":"15d0097b05172872ff85a144c1faca820d4e206a93e4795c4f259ba8854a3cc3","says":"4♠ to the dealer: 20."}','',2,'c8c33531686b6cb90f3e728db3737281');
INSERT INTO "events" VALUES('8c6b2008db2f',46,'{"event":"DealerFinished","total":20,"under":"13.3"}','f63755ae51cd553062f4adda89171e36cbd4baa8ee9a8728ed56673603b36674','dealer',1.7948671278288609982e+09,'{"event":"DealerFinished","total":20,"n":46,"clause":"13.3","actor":"dealer","at":1794867127.828861,"hash":"f63755ae51cd553062f4adda89171e36cbd4baa8ee9a8728ed56673603b36674","says":"The dealer has 20."}','',2,'0ff8212f1f75f8eacd6482aaea2bc203');
INSERT INTO "events" VALUES('8c6b2008db2f',47,'{"event":"WagerSettled","paid":0,"result":"lose","returned":0,"under":"5.1(g)","wager":3,"when":"end"}','f4b82fa098b9d11feee35e01c8db32841f4a9e055e71f21b3298e50a3cf38a44','dealer',1.7948671278288609982e+09,'{"event":"WagerSettled","wager":3,"result":"lose","paid":0,"returned":0,"when":"end","n":47,"clause":"5.1(g)","actor":"dealer","at":1794867127.828861,"hash":"f4b82fa098b9d11feee35e01c8db32841f4a9e055e71f21b3298e50a3cf38a44","says":"Cat on box 3, wager of 5: loses."}','',2,'63c51934331ebba040e53157a5700de8');
INSERT INTO "events" VALUES('8c6b2008db2f',48,'{"event":"WagerSettled","paid":0,"result":"standoff","returned":500,"under":"5.1(e)","wager":2,"when":"end"}','eafb908fdd9df51f9582d5eae40fa74bc98106b700e88518c279c23eeb6077d9','dealer',1.7948671278288609982e+09,'{"event":"WagerSettled","wager":2,"result":"standoff","paid":0,"returned":500,"when":"end","n":48,"clause":"5.1(e)","actor":"dealer","at":1794867127.828861,"hash":"eafb908fdd9df51f9582d5eae40fa74bc98106b700e88518c279c23eeb6077d9","says":"Bob on box 2, wager of 5: stand off, 5 back."}','',2,'77a0b4dc8b93da738d07e070587fd4d6');
INSERT INTO "events" VALUES('8c6b2008db2f',49,'{"cards":["5d","5d","Td","2c","3d","7h","Ac","4c","4d","9c","3h","4s"],"event":"CardsCollected","under":"8.3#1"}','358d304b031d509db476d8a1dcd11a8d697482a887cf7ebcbc0ae26be7834686','dealer',1.7948671278288609982e+09,'{"event":"CardsCollected","cards":12,"n":49,"clause":"8.3#1","actor":"dealer","at":1794867127.828861,"hash":"358d304b031d509db476d8a1dcd11a8d697482a887cf7ebcbc0ae26be7834686","says":"12 cards go face down into the discard rack.","sealed":"a9717f5616a24644d94c91135153f76aaea9351e6022480a7081090fbdbe49ca"}','aba620345d5892b5518158cb33d60339ca5602a46b6ec8a8ab5593eba391ea55',2,'d77d1cfe15741f83a96e348c74a1703d');
INSERT INTO "events" VALUES('8c6b2008db2f',50,'{"event":"RoundClosed","number":1,"under":"8.3#1"}','e2428e90649ee4a7cfef6586628edd314b62161b8f909ebfd92f5a94fa717b44','dealer',1.7948671278288609982e+09,'{"event":"RoundClosed","number":1,"n":50,"clause":"8.3#1","actor":"dealer","at":1794867127.828861,"hash":"e2428e90649ee4a7cfef6586628edd314b62161b8f909ebfd92f5a94fa717b44","says":"Round 1 is over. Place your bets, please."}','',2,'865a3e57816ce4ac5b3a26b3272a5af2');
INSERT INTO "events" VALUES('8c6b2008db2f',51,'{"box":1,"event":"WagerPlaced","hand":1,"kind":"main","player":"Ann","stake":500,"under":"5.5(a)","wager":4}','4a57b860961a892b75aeb856f3b3df924f83e06f9e77454651f7d4a6b4c4f86e','Ann',1794867127.8401,'{"event":"WagerPlaced","wager":4,"box":1,"player":"Ann","kind":"main","stake":500,"hand":1,"n":51,"clause":"5.5(a)","actor":"Ann","at":1794867127.8401,"hash":"4a57b860961a892b75aeb856f3b3df924f83e06f9e77454651f7d4a6b4c4f86e","says":"Ann on box 1: wager of 5."}','',2,'1617f1260fec4d54722cf8574ca39fd6');
INSERT INTO "events" VALUES('8c6b2008db2f',52,'{"box":2,"event":"WagerPlaced","hand":1,"kind":"main","player":"Bob","stake":500,"under":"5.5(a)","wager":5}','b0d60bbfa3a620560cc3f0cd342800447b17266d777803e0c933a2938aa0ebd5','Ann',1794867127.8401,'{"event":"WagerPlaced","wager":5,"box":2,"player":"Bob","kind":"main","stake":500,"hand":1,"n":52,"clause":"5.5(a)","actor":"Ann","at":1794867127.8401,"hash":"b0d60bbfa3a620560cc3f0cd342800447b17266d777803e0c933a2938aa0ebd5","says":"Bob on box 2: wager of 5."}','',2,'24fd35cfa4cc0498833e06296d008ecd');
INSERT INTO "events" VALUES('8c6b2008db2f',53,'{"box":3,"event":"WagerPlaced","hand":1,"kind":"main","player":"Cat","stake":500,"under":"5.5(a)","wager":6}','d70b04cb955412c90b6083b49ee64bfe36af3add0832e1ed68b28bcbc1425497','Ann',1794867127.8401,'{"event":"WagerPlaced","wager":6,"box":3,"player":"Cat","kind":"main","stake":500,"hand":1,"n":53,"clause":"5.5(a)","actor":"Ann","at":1794867127.8401,"hash":"d70b04cb955412c90b6083b49ee64bfe36af3add0832e1ed68b28bcbc1425497","says":"Cat on box 3: wager of 5."}','',2,'85acf872b6847fea342d02ea3168c112');
INSERT INTO "events" VALUES('8c6b2008db2f',54,'{"event":"BetsClosed","under":"5.5(a)"}','d1db57ec7ae47ccbf53ef0679bd185c15724ec16987eb3d7fcbd2d7e9c041bb1','Ann',1794867127.8401,'{"event":"BetsClosed","n":54,"clause":"5.5(a)","actor":"Ann","at":1794867127.8401,"hash":"d1db57ec7ae47ccbf53ef0679bd185c15724ec16987eb3d7fcbd2d7e9c041bb1","says":"No more bets."}','',2,'40dbabb9179210b19490122ee91c9a5d');
INSERT INTO "events" VALUES('8c6b2008db2f',55,'{"box":1,"card":"5s","event":"CardDealt","under":"8.3#1"}','dce5317d4763f4f0a996ca5677ed8fa8539ddebcc7cc83412bcd32399e5e254c','Ann',1794867127.8401,'{"event":"CardDealt","card":"5s","box":1,"n":55,"clause":"8.3#1","actor":"Ann","at":1794867127.8401,"hash":"dce5317d4763f4f0a996ca5677ed8fa8539ddebcc7cc83412bcd32399e5e254c","says":"5♠ to box 1: 5."}','',2,'70712a6e05d4ebd89ebf6279afd857b3');
INSERT INTO "events" VALUES('8c6b2008db2f',56,'{"box":2,"card":"3s","event":"CardDealt","under":"8.3#1"}','c16048c85572121ba27fe815dc75c5180ea135cb6d4393194343b0d8170bcfb8','Ann',1794867127.8401,'{"event":"CardDealt","card":"3s","box":2,"n":56,"clause":"8.3#1","actor":"Ann","at":1794867127.8401,"hash":"c16048c85572121ba27fe815dc75c5180ea135cb6d4393194343b0d8170bcfb8","says":"3♠ to box 2: 3."}','',2,'475fdb87d276b00a5cdb7fa09e3e97f6');
INSERT INTO "events" VALUES('8c6b2008db2f',57,'{"box":3,"card":"7c","event":"CardDealt","under":"8.3#1"}','1c110af9f08569cf3251ec95322359456e128deab70f0dde22398b07f368a729','Ann',1794867127.8401,'{"event":"CardDealt","card":"7c","box":3,"n":57,"clause":"8.3#1","actor":"Ann","at":1794867127.8401,"hash":"1c110af9f08569cf3251ec95322359456e128deab70f0dde22398b07f368a729","says":"7♣ to box 3: 7."}','',2,'aeaf8c8510aa3f486463a4d5ee9c98e4');
INSERT INTO "events" VALUES('8c6b2008db2f',58,'{"card":"Qd","event":"CardDealt","under":"1.0 ''Initial Deal''"}','1d42948dcbac80ce66eef8a81b760b221172c377a16297a429dc2f64f69ad960','Ann',1794867127.8401,'{"event":"CardDealt","card":"Qd","n":58,"clause":"1.0 ''Initial Deal''","actor":"Ann","at":1794867127.8401,"hash":"1d42948dcbac80ce66eef8a81b760b221172c377a16297a429dc2f64f69ad960","says":"Q♦ to the dealer: 10."}','',2,'0dd527a46a3a466452c523186019c9e8');
INSERT INTO "events" VALUES('8c6b2008db2f',59,'{"box":1,"card":"9h","event":"CardDealt","under":"8.3#1"}','71e857e657b3dd7955cd63f8be153d7c6306223a59757ad40d98423a7f5bbfec','Ann',1794867127.8401,'{"event":"CardDealt","card":"9h","box":1,"n":59,"clause":"8.3#1","actor":"Ann","at":1794867127.8401,"hash":"71e857e657b3dd7955cd63f8be153d7c6306223a59757ad40d98423a7f5bbfec","says":"9♥ to box 1: 14."}','',2,'74429b6a326993120da5157ddb57a863');
INSERT INTO "events" VALUES('8c6b2008db2f',60,'{"box":2,"card":"8h","event":"CardDealt","under":"8.3#1"}','f2daf01d33c29548bfabc31752b794640ecbad22be22d894be5ab7bd634eb82d','Ann',1794867127.8401,'{"event":"CardDealt","card":"8h","box":2,"n":60,"clause":"8.3#1","actor":"Ann","at":1794867127.8401,"hash":"f2daf01d33c29548bfabc31752b794640ecbad22be22d894be5ab7bd634eb82d","says":"8♥ to box 2: 11."}','',2,'3b88167a66ef4f5e136c4992342f2054');
INSERT INTO "events" VALUES('8c6b2008db2f',61,'{"box":3,"card":"Ts","event":"CardDealt","under":"8.3#1"}','9a45afc3d05298609308d0cd59f95aaed045687987ed8737a32011a7a993c4d3','Ann',1794867127.8401,'{"event":"CardDealt","card":"Ts","box":3,"n":61,"clause":"8.3#1","actor":"Ann","at":1794867127.8401,"hash":"9a45afc3d05298609308d0cd59f95aaed045687987ed8737a32011a7a993c4d3","says":"T♠ to box 3: 17."}','',2,'2845d95ebe047e33ba7f760baeddac54');
INSERT INTO "events" VALUES('8c6b2008db2f',62,'{"event":"DealCompleted","play_begins":true,"under":"1.0 ''Initial Deal''"}','dadf29579964853f4af72cdf53b61de0aa81942004886b690b03cf486a771e5d','Ann',1794867127.8401,'{"event":"DealCompleted","play_begins":true,"n":62,"clause":"1.0 ''Initial Deal''","actor":"Ann","at":1794867127.8401,"hash":"dadf29579964853f4af72cdf53b61de0aa81942004886b690b03cf486a771e5d","says":"The deal is complete."}','',2,'7dfb12084e4d13de845ba07bf679410c');
INSERT INTO "events" VALUES('8c6b2008db2f',63,'{"box":1,"event":"CardAsked","hand":1,"under":"13.1(a)"}','61254fa9e0886fa34322cd608d6720fce571019a0a884f72a409fcee6f6feecf','Ann',1794867127.8401,'{"event":"CardAsked","box":1,"hand":1,"n":63,"clause":"13.1(a)","actor":"Ann","at":1794867127.8401,"hash":"61254fa9e0886fa34322cd608d6720fce571019a0a884f72a409fcee6f6feecf","says":"Box 1 asks for a card."}','',2,'dc9b494dcd1a7fc58d3ebcd51e8249c3');
INSERT INTO "events" VALUES('8c6b2008db2f',64,'{"box":1,"card":"9h","event":"CardDealt","under":"8.3#1"}','4a1dc4b1df1920a2a1ad3421430a600a89f018d27f6ba9033764dca3bb0626f0','Ann',1794867127.8401,'{"event":"CardDealt","card":"9h","box":1,"n":64,"clause":"8.3#1","actor":"Ann","at":1794867127.8401,"hash":"4a1dc4b1df1920a2a1ad3421430a600a89f018d27f6ba9033764dca3bb0626f0","says":"9♥ to box 1: 23."}','',2,'01893fc2c3db8629cc064f760ba5fb94');
INSERT INTO "events" VALUES('8c6b2008db2f',65,'{"box":1,"event":"HandBusted","hand":1,"total":23,"under":"5.1(f)"}','3a5c75896e64dddee2b65158f2b5504cd38f15d2e57feb354ac5271bee1fe5e3','Ann',1794867127.8401,'{"event":"HandBusted","box":1,"hand":1,"total":23,"n":65,"clause":"5.1(f)","actor":"Ann","at":1794867127.8401,"hash":"3a5c75896e64dddee2b65158f2b5504cd38f15d2e57feb354ac5271bee1fe5e3","says":"Box 1 is over with 23."}','',2,'d956ae989370d27197d010d387df5811');
INSERT INTO "events" VALUES('8c6b2008db2f',66,'{"event":"WagerSettled","paid":0,"result":"lose","returned":0,"under":"5.1(f)","wager":4,"when":"bust"}','3b110a98bb34c1026757e96e36d1d4247adcdd80dd3dd2b6667d565898182503','Ann',1794867127.8401,'{"event":"WagerSettled","wager":4,"result":"lose","paid":0,"returned":0,"when":"bust","n":66,"clause":"5.1(f)","actor":"Ann","at":1794867127.8401,"hash":"3b110a98bb34c1026757e96e36d1d4247adcdd80dd3dd2b6667d565898182503","says":"Ann on box 1, wager of 5: loses."}','',2,'0b260016bff2b1605b84cd98d0794b3d');
INSERT INTO "events" VALUES('8c6b2008db2f',67,'{"box":2,"event":"CardAsked","hand":1,"under":"13.1(a)"}','615097ee9811d520b6c7057a8963354bc0ef96e7639124d1ff2e6a15e5f37222','Ann',1794867127.8401,'{"event":"CardAsked","box":2,"hand":1,"n":67,"clause":"13.1(a)","actor":"Ann","at":1794867127.8401,"hash":"615097ee9811d520b6c7057a8963354bc0ef96e7639124d1ff2e6a15e5f37222","says":"Box 2 asks for a card."}','',2,'81b3419e941cca55c286a34f144c8fcd');
INSERT INTO "events" VALUES('8c6b2008db2f',68,'{"box":2,"card":"9h","event":"CardDealt","under":"8.3#1"}','616332df494adee7e90499294d7011f3e9d184b99c887e614075e471807cbebf','Ann',1794867127.8401,'{"event":"CardDealt","card":"9h","box":2,"n":68,"clause":"8.3#1","actor":"Ann","at":1794867127.8401,"hash":"616332df494adee7e90499294d7011f3e9d184b99c887e614075e471807cbebf","says":"9♥ to box 2: 20."}','',2,'c31bb00d3921d143e2f73b448fe35d70');
INSERT INTO "events" VALUES('8c6b2008db2f',69,'{"box":2,"event":"HandStood","hand":1,"under":"13.1(d)"}','0721e4e591a2d79db6b1514ec2432e9a28a5430907fd45ca0e021eb585ea3e9d','Ann',1794867127.8401,'{"event":"HandStood","box":2,"hand":1,"n":69,"clause":"13.1(d)","actor":"Ann","at":1794867127.8401,"hash":"0721e4e591a2d79db6b1514ec2432e9a28a5430907fd45ca0e021eb585ea3e9d","says":"Box 2 stands."}','',2,'3a561313e33fc7fe4460b55df2b8a6ca');
INSERT INTO "events" VALUES('8c6b2008db2f',70,'{"box":3,"event":"HandStood","hand":1,"under":"13.1(d)"}','f2ec6ce060e62b4563199c617c4632c70124fba93e3110b28c89262adb015898','Ann',1794867127.8401,'{"event":"HandStood","box":3,"hand":1,"n":70,"clause":"13.1(d)","actor":"Ann","at":1794867127.8401,"hash":"f2ec6ce060e62b4563199c617c4632c70124fba93e3110b28c89262adb015898","says":"Box 3 stands."}','',2,'3a46a167ba5aa42dd37e6200bc01bd09');
INSERT INTO "events" VALUES('8c6b2008db2f',71,'{"card":"4d","event":"CardDealt","under":"13.3"}','35b10e16eacce1bf0783b3bc632c837a62e0468239d01d405cfc52a8431ea739','dealer',1794867127.8401,'{"event":"CardDealt","card":"4d","n":71,"clause":"13.3","actor":"dealer","at":1794867127.8401,"hash":"35b10e16eacce1bf0783b3bc632c837a62e0468239d01d405cfc52a8431ea739","says":"4♦ to the dealer: 14."}','',2,'0f51d0c757a84612a05244bdc0eafc94');
INSERT INTO "events" VALUES('8c6b2008db2f',72,'{"card":"6h","event":"CardDealt","under":"13.3"}','e6deb03f2cc4ee2ad9aaf8b5c92b1e6f37257118040f831651a8809c910d9449','dealer',1794867127.8401,'{"event":"CardDealt","card":"6h","n":72,"clause":"13.3","actor":"dealer","at":1794867127.8401,"hash":"e6deb03f2cc4ee2ad9aaf8b5c92b1e6f37257118040f831651a8809c910d9449","says":"6♥ to the dealer: 20."}','',2,'f90e1f2f17acd05c5d460d59c6f8fa1f');
INSERT INTO "events" VALUES('8c6b2008db2f',73,'{"event":"DealerFinished","total":20,"under":"13.3"}','be37edbbed39148426d5feadbf07d3da865ffee22b1a0c6e31651c3902298bd1','dealer',1794867127.8401,'{"event":"DealerFinished","total":20,"n":73,"clause":"13.3","actor":"dealer","at":1794867127.8401,"hash":"be37edbbed39148426d5feadbf07d3da865ffee22b1a0c6e31651c3902298bd1","says":"The dealer has 20."}','',2,'7d90aee4279fb2bc37a0796ba1180bf2');
INSERT INTO "events" VALUES('8c6b2008db2f',74,'{"event":"WagerSettled","paid":0,"result":"lose","returned":0,"under":"5.1(g)","wager":6,"when":"end"}','204e49e416d1c4fb5ce5df4aa139333a11893b6f7539d420752893e24edcf356','dealer',1794867127.8401,'{"event":"WagerSettled","wager":6,"result":"lose","paid":0,"returned":0,"when":"end","n":74,"clause":"5.1(g)","actor":"dealer","at":1794867127.8401,"hash":"204e49e416d1c4fb5ce5df4aa139333a11893b6f7539d420752893e24edcf356","says":"Cat on box 3, wager of 5: loses."}','',2,'05594a017ee143852246bb4873041cd3');
INSERT INTO "events" VALUES('8c6b2008db2f',75,'{"event":"WagerSettled","paid":0,"result":"standoff","returned":500,"under":"5.1(e)","wager":5,"when":"end"}','1ac826294fa090e745b85b301086fcc3db311550d4740900614fe2e5057e8188','dealer',1794867127.8401,'{"event":"WagerSettled","wager":5,"result":"standoff","paid":0,"returned":500,"when":"end","n":75,"clause":"5.1(e)","actor":"dealer","at":1794867127.8401,"hash":"1ac826294fa090e745b85b301086fcc3db311550d4740900614fe2e5057e8188","says":"Bob on box 2, wager of 5: stand off, 5 back."}','',2,'1a6c2510d512d88dcc65ed40f1fbec3f');
INSERT INTO "events" VALUES('8c6b2008db2f',76,'{"cards":["3s","8h","9h","7c","Ts","Qd","4d","6h"],"event":"CardsCollected","under":"8.3#1"}','627e58ea23867cd61d576d2680f041409fbe50ce2b9fc9eba1a10656199a3638','dealer',1794867127.8401,'{"event":"CardsCollected","cards":8,"n":76,"clause":"8.3#1","actor":"dealer","at":1794867127.8401,"hash":"627e58ea23867cd61d576d2680f041409fbe50ce2b9fc9eba1a10656199a3638","says":"8 cards go face down into the discard rack.","sealed":"dc9ba81081b0bc6f93c250d8621b5aa901211624ce8420abd8276b8736799672"}','1d3ca2d2c883d6d4693d7c0dad49118483c95c81b214395681855a47d7d63fde',2,'a3440ed8c8060b39d8ab525510eda953');
INSERT INTO "events" VALUES('8c6b2008db2f',77,'{"event":"RoundClosed","number":2,"under":"8.3#1"}','e233610947f0ac45a7d4c96f2320b5903d3e1dd2ee5733decd635d7cea284dd5','dealer',1794867127.8401,'{"event":"RoundClosed","number":2,"n":77,"clause":"8.3#1","actor":"dealer","at":1794867127.8401,"hash":"e233610947f0ac45a7d4c96f2320b5903d3e1dd2ee5733decd635d7cea284dd5","says":"Round 2 is over. Place your bets, please."}','',2,'88385b53540328d617965940c4a67de4');
CREATE TABLE heads (
        n BIGINT PRIMARY KEY,
        at BIGINT NOT NULL,
        hash TEXT NOT NULL,
        key TEXT NOT NULL,
        signature TEXT NOT NULL);
CREATE TABLE journal (
        n BIGINT PRIMARY KEY,
        at BIGINT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        hash TEXT NOT NULL);
INSERT INTO "journal" VALUES(1,1794867127679743,'person','{"created":1794867127.679609,"id":"c37857b623223fd4","money":1000000000000,"name":"Ann","password":"58f0cf4583a23878c6a5ba205223fd84b3d86940f0e1e7cd266eea967e5e9303","role":"player"}','68b32b5242be0b77a3f241fb6bda0290960dcda2c5fdd766f630f7992aa24868');
INSERT INTO "journal" VALUES(2,1794867127687369,'person','{"created":1794867127.687323,"id":"8ea9350431e61727","money":1000000000000,"name":"Bob","password":"bf64393af51df158ca03c554a04910f1d9b8c4ca29ae2859f28747ae6b5ecd2c","role":"player"}','00ab497d258fbe99ad2a859ab8d5dd423cec63cdcab5653a7d01bbd6bb31e990');
INSERT INTO "journal" VALUES(3,1794867127693103,'person','{"created":1794867127.693053,"id":"b9e2d08164e6f7dc","money":1000000000000,"name":"Cat","password":"49905cd69d6909312ef50291a96b6d8480f514ff348e3c13a98be045b829633d","role":"player"}','3debf9908392052eed3f489c434c52c7cb4e84be782ef545cc463445cf448f5e');
INSERT INTO "journal" VALUES(4,1794867127816317,'table','{"book":"nz","bots":0,"cards":"shoe","created":1794867127.8105245,"dealt_by":"machine","id":"8c6b2008db2f","name":"nz","opened_by":"house","price":"c3af9826238d0072fe649e055e1b158c6cb244ea2e847b5557e3ab1ff72ba412-91e7bf83889dd5b0"}','54b01afd74ca3b38daa3964d092ceef0215b056a1b4dcd92be62ca178a3f450d');
INSERT INTO "journal" VALUES(5,1794867127816393,'status','{"status":"open","table":"8c6b2008db2f"}','ef2ebf4cc6334969271e7a31f819670c08a537ba9facaed0bb882e20c1262016');
CREATE TABLE journal_head (
        id INTEGER PRIMARY KEY,
        n BIGINT NOT NULL,
        hash TEXT NOT NULL);
INSERT INTO "journal_head" VALUES(1,5,'ef2ebf4cc6334969271e7a31f819670c08a537ba9facaed0bb882e20c1262016');
CREATE TABLE kept (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL);
CREATE TABLE migrations (version INTEGER PRIMARY KEY);
INSERT INTO "migrations" VALUES(1);
INSERT INTO "migrations" VALUES(2);
INSERT INTO "migrations" VALUES(3);
INSERT INTO "migrations" VALUES(4);
CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        password TEXT,
        role TEXT NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0,
        locked_until DOUBLE PRECISION NOT NULL DEFAULT 0,
        created DOUBLE PRECISION NOT NULL, role_since DOUBLE PRECISION NOT NULL DEFAULT 0);
INSERT INTO "people" VALUES('c37857b623223fd4','Ann','ann','$argon2id$v=19$m=8,t=1,p=1$1C/s3KKXQxhl7FHaDtzgrw$HwTLHH0F+/l+nif1ycCzRAb+Xj16iNgi5pVNofIJec8','player',0,0.0,1.79486712767960906022e+09,0.0);
INSERT INTO "people" VALUES('8ea9350431e61727','Bob','bob','$argon2id$v=19$m=8,t=1,p=1$AvH6Cih784GL0KbEFHDhsw$0oSGF74h9e9oWfDhYfyfKEZ5jTRgDzLxAlyFwy/qvO4','player',0,0.0,1.79486712768732309345e+09,0.0);
INSERT INTO "people" VALUES('b9e2d08164e6f7dc','Cat','cat','$argon2id$v=19$m=8,t=1,p=1$A8RU+RGLCQhfS0wiNI1iAQ$A+3veRLY4+TPXxdiemov1mSgZHsC/3wQ2ZHm5sFbpRE','player',0,0.0,1.79486712769305300713e+09,0.0);
CREATE TABLE postings (
        table_id TEXT NOT NULL,
        n BIGINT NOT NULL,
        line INTEGER NOT NULL,
        account TEXT NOT NULL,
        amount BIGINT NOT NULL,
        PRIMARY KEY (table_id, n, line));
INSERT INTO "postings" VALUES('house/c37857b623223fd4',0,0,'issued',-1000000000000);
INSERT INTO "postings" VALUES('house/c37857b623223fd4',0,1,'player/Ann',1000000000000);
INSERT INTO "postings" VALUES('house/8ea9350431e61727',0,0,'issued',-1000000000000);
INSERT INTO "postings" VALUES('house/8ea9350431e61727',0,1,'player/Bob',1000000000000);
INSERT INTO "postings" VALUES('house/b9e2d08164e6f7dc',0,0,'issued',-1000000000000);
INSERT INTO "postings" VALUES('house/b9e2d08164e6f7dc',0,1,'player/Cat',1000000000000);
INSERT INTO "postings" VALUES('8c6b2008db2f',17,0,'escrow/8c6b2008db2f/1',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',17,1,'player/Ann',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',18,2,'escrow/8c6b2008db2f/2',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',18,3,'player/Bob',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',19,4,'escrow/8c6b2008db2f/3',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',19,5,'player/Cat',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',32,6,'escrow/8c6b2008db2f/1',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',32,7,'house/8c6b2008db2f',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',47,8,'escrow/8c6b2008db2f/3',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',47,9,'house/8c6b2008db2f',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',48,10,'escrow/8c6b2008db2f/2',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',48,11,'player/Bob',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',51,0,'escrow/8c6b2008db2f/4',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',51,1,'player/Ann',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',52,2,'escrow/8c6b2008db2f/5',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',52,3,'player/Bob',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',53,4,'escrow/8c6b2008db2f/6',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',53,5,'player/Cat',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',66,6,'escrow/8c6b2008db2f/4',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',66,7,'house/8c6b2008db2f',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',74,8,'escrow/8c6b2008db2f/6',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',74,9,'house/8c6b2008db2f',500);
INSERT INTO "postings" VALUES('8c6b2008db2f',75,10,'escrow/8c6b2008db2f/5',-500);
INSERT INTO "postings" VALUES('8c6b2008db2f',75,11,'player/Bob',500);
CREATE TABLE rounds (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number BIGINT NOT NULL,
        first BIGINT NOT NULL,
        last BIGINT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (table_id, number));
INSERT INTO "rounds" VALUES('8c6b2008db2f',1,1,50,1.7948671278288609982e+09);
INSERT INTO "rounds" VALUES('8c6b2008db2f',2,51,77,1794867127.8401);
CREATE TABLE rulings (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        report TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        second TEXT,
        status TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL);
CREATE TABLE secrets (
        table_id TEXT NOT NULL REFERENCES tables (id),
        shoe BIGINT NOT NULL,
        secret TEXT NOT NULL,
        PRIMARY KEY (table_id, shoe));
INSERT INTO "secrets" VALUES('8c6b2008db2f',1,'f24f2b67e920ce12f7bff8d24ad9c32d0f37051cdb2851d947640f2640cc71a3');
CREATE TABLE sessions (
        token TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        created DOUBLE PRECISION NOT NULL,
        seen DOUBLE PRECISION NOT NULL);
CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY REFERENCES tables (id),
        n BIGINT NOT NULL,
        kept TEXT NOT NULL);
CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        book TEXT NOT NULL,
        opened_by TEXT NOT NULL,
        dealt_by TEXT NOT NULL,
        cards TEXT NOT NULL,
        bots INTEGER NOT NULL,
        price TEXT NOT NULL,
        status TEXT NOT NULL,
        sequence BIGINT NOT NULL,
        hash TEXT NOT NULL,
        owner TEXT,
        address TEXT,
        lease DOUBLE PRECISION NOT NULL DEFAULT 0,
        created DOUBLE PRECISION NOT NULL, notes TEXT NOT NULL DEFAULT '{}', commands BIGINT NOT NULL DEFAULT 0, commands_hash TEXT NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO "tables" VALUES('8c6b2008db2f','nz','nz','house','machine','shoe',0,'c3af9826238d0072fe649e055e1b158c6cb244ea2e847b5557e3ab1ff72ba412-91e7bf83889dd5b0','open',77,'e233610947f0ac45a7d4c96f2320b5903d3e1dd2ee5733decd635d7cea284dd5','past','',0.0,1.79486712781052446365e+09,'{}',0,'0000000000000000000000000000000000000000000000000000000000000000');
CREATE INDEX sessions_of ON sessions (person);
CREATE INDEX commands_of ON commands (table_id, sequence);
CREATE INDEX tables_of ON tables (opened_by);
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are only added to'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are only added to'); END;
CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'postings are only added to'); END;
CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'postings are only added to'); END;
CREATE TRIGGER rounds_no_update BEFORE UPDATE ON rounds BEGIN SELECT RAISE(ABORT, 'rounds are only added to'); END;
CREATE TRIGGER rounds_no_delete BEFORE DELETE ON rounds BEGIN SELECT RAISE(ABORT, 'rounds are only added to'); END;
CREATE TRIGGER secrets_no_update BEFORE UPDATE ON secrets BEGIN SELECT RAISE(ABORT, 'secrets are only added to'); END;
CREATE TRIGGER secrets_no_delete BEFORE DELETE ON secrets BEGIN SELECT RAISE(ABORT, 'secrets are only added to'); END;
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'journal are only added to'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'journal are only added to'); END;
CREATE TRIGGER heads_no_update BEFORE UPDATE ON heads BEGIN SELECT RAISE(ABORT, 'heads are only added to'); END;
CREATE TRIGGER heads_no_delete BEFORE DELETE ON heads BEGIN SELECT RAISE(ABORT, 'heads are only added to'); END;
COMMIT;
