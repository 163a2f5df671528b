"""The player's decisions: the window after the deal, and the play of each hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace
from rich.text import Text

from pitboss.law.insurance import amounts, half, may_be_less, may_insure
from pitboss.law.play import doubles_for_less, may_double, surrenders_before_play
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, NotMoney, dollars
from pitboss.rulebooks.enumerations import Uncovered
from pitboss.table import acts
from pitboss.table.act_words import RoundPart
from pitboss.table.procedure.sharing import on_hand
from pitboss.table.procedure.stakes import initial
from pitboss.table.state import BackBettorsDue, Box, PlayedHand
from pitboss.table.table import NotPermitted, Table
from pitboss.terminal.commentary import ME, Teller
from pitboss.terminal.keyboard import Left
from pitboss.terminal.screen import Screen, amount

KEYS: Final = {kind.words.key: kind for kind in acts.KINDS if kind.words.key}
"""Every key of play, and the act that it stands for."""

MEANINGS: Final = {key: kind.words.label.lower() for key, kind in KEYS.items()}
"""Every key of play, and what it is called."""

_FOLLOWED: Final = {WagerKind.DOUBLE: "doubled", WagerKind.SPLIT: "split"}

IN_PLAY: Final = [key for key, kind in KEYS.items() if RoundPart.PLAY in kind.words.when]
IN_WINDOW: Final = [key for key, kind in KEYS.items() if RoundPart.WINDOW in kind.words.when]
_BY_WORD: Final = (
    {word: key for key, word in MEANINGS.items()}
    | {kind.words.command: key for key, kind in KEYS.items()}
    | {"even": acts.TakeEvenMoney.words.key}
)


class Prompter:
    """Prompts the player, and puts their decisions to the table."""

    def __init__(
        self,
        table: Table,
        screen: Screen,
        teller: Teller,
        advise: Callable[[int, int], None] | None = None,
    ) -> None:
        self._table, self._screen, self._teller = table, screen, teller
        self._advise = advise

    # The window.

    def window(self) -> None:
        """Prompt for insurance, even money and surrender, box by box."""
        for number in [b.number for b in self._table.state.boxes if b.decider == ME]:
            self._window_of(number)
        self._table.perform()
        self._table.go_on()
        self._teller.catch_up()

    def _window_of(self, number: int) -> None:
        insured = False
        while True:
            box = self._table.state.box(number)
            if box is None or box.hands[0].is_done:
                return
            one = box.hands[0]
            open_ = [
                key
                for key in self._in_window
                if not (key == "i" and insured) and self._is_permitted(key, box, one)
            ]
            if not open_:
                return
            keys = [*((key, MEANINGS[key]) for key in open_), ("n", "none")]
            if self._advise is not None:
                self._advise(number, 1)
            pressed = self._key(self._about(box, one), keys)
            if pressed in ("n", "none", "no", ""):
                return
            if pressed in self._in_window:
                insured |= self._do(pressed, box, one) and pressed == "i"
            elif pressed in MEANINGS:
                self._not_yet(pressed, box, one)
            else:
                self._no_such_key(pressed, [*open_, "n"])

    @property
    def _in_window(self) -> list[str]:
        """The keys of the window; surrender is one only where the book takes it before play."""
        early = surrenders_before_play(self._table.rules)
        return [key for key in IN_WINDOW if early or key not in IN_PLAY]

    def _not_yet(self, key: str, box: Box, one: PlayedHand) -> None:
        # Until the dealer has checked the hole card, a refusal would reveal it.
        hidden = self._table.state.hole_is_down and not self._table.state.has_looked
        refused = None if hidden else self._table.ask(self._act(key, box, one))
        if refused is not None:
            self._screen.refuse(self._table.rules.book, refused)
        else:
            self._screen.say(f"Press n first, then {MEANINGS[key]}.")

    # Play.

    def play(self, box: Box, one: PlayedHand) -> None:
        """One decision on the hand whose turn it is."""
        open_ = [key for key in IN_PLAY if self._is_permitted(key, box, one)]
        if self._advise is not None:
            self._advise(box.number, one.number)
        pressed = self._key(self._about(box, one), [(key, MEANINGS[key]) for key in open_])
        if pressed in MEANINGS:
            self._do(pressed, box, one)
        else:
            self._no_such_key(pressed, open_)

    # Another's double or split.

    def answer(self, back_bettors: BackBettorsDue) -> None:
        """Prompt the player to join another's double or split; the bots always decline."""
        for player in back_bettors.players:
            if player == ME:
                self._follow(back_bettors)
            else:
                self._put(acts.Decline(box=back_bettors.box, hand=back_bettors.hand, player=player))

    def _follow(self, back_bettors: BackBettorsDue) -> None:
        open_to_me = self._answers(back_bettors)
        question = Text(
            f"{self._teller.place(back_bettors.box, back_bettors.hand)} is "
            f"{_FOLLOWED[back_bettors.what]}"
        )
        while True:
            pressed = self._key(question, [(key, words) for key, (words, _) in open_to_me.items()])
            if pressed not in open_to_me:
                self._no_such_key(pressed, list(open_to_me))
                continue
            act: acts.Act | None = open_to_me[pressed][1]
            if isinstance(act, acts.Double) and self._less_is_allowed:
                act = self._with_amount(
                    act, "Double by", self._on_hand(back_bettors.box, back_bettors.hand)
                )
            if act is not None and self._put(act):
                return

    def _answers(self, back_bettors: BackBettorsDue) -> dict[str, tuple[str, acts.Act]]:
        """By its key, what you may answer."""
        where: dict[str, Any] = {"box": back_bettors.box, "hand": back_bettors.hand, "player": ME}
        if back_bettors.new_hand is None:
            no = acts.Decline(**where)
            return {"y": ("double too", acts.Double(**where)), "n": ("don't double", no)}
        result: dict[str, tuple[str, acts.Act]] = {"y": ("bet on both hands", acts.Split(**where))}
        chooses = self._table.rules.sharing.not_paying_a_split.value is Uncovered.NAMED_HAND
        for hand in (back_bettors.hand, back_bettors.new_hand) if chooses else (back_bettors.hand,):
            stay = acts.Decline(**where, stay=hand)
            result[str(hand)] = (f"stay on hand {hand} only", stay)
        return result

    def _about(self, box: Box, one: PlayedHand) -> Text:
        hand = self._teller.hand(box.number, one.number)
        place = self._teller.place(box.number, one.number)
        return Text.assemble(f"{place}  ", hand, "  against ", self._teller.dealers_hand())

    def _key(self, question: Text, keys: list[tuple[str, str]]) -> str:
        pressed = self._screen.ask_key(question, keys)
        if pressed in ("q", "quit") and self._screen.ask_yes(
            "Leave in the middle of the round?", default=False
        ):
            raise Left
        return _BY_WORD.get(pressed, pressed)

    def _no_such_key(self, pressed: str, keys: list[str]) -> None:
        if pressed not in ("q", "quit"):
            wrong = f"{pressed!r} is not a choice here" if pressed else "Press a key"
            self._screen.say(f"{wrong}: {' '.join(keys)}, or q to quit.")

    # Acts.

    def _is_permitted(self, key: str, box: Box, one: PlayedHand) -> bool:
        if key == "d" and self._less_is_allowed:
            return bool(may_double(self._table.rules, one.hand))
        return self._table.ask(self._act(key, box, one)) is None

    @property
    def _less_is_allowed(self) -> bool:
        return doubles_for_less(self._table.rules)

    def _act(self, key: str, box: Box, one: PlayedHand) -> acts.Act:
        kind = KEYS[key]
        where: dict[str, Any] = {"box": box.number, "player": ME}
        if issubclass(kind, acts.ActOnHand):
            where["hand"] = one.number
        elif kind is acts.Insure:
            where["amount"] = self._most_insurance(box.number)
        return kind(**where)

    def _do(self, key: str, box: Box, one: PlayedHand) -> bool:
        """Put the act to the table, asking for an amount where there is a choice."""
        act: acts.Act | None = self._act(key, box, one)
        if key == "d" and self._less_is_allowed and self._is_permitted(key, box, one):
            full = self._on_hand(box.number, one.number)
            act = self._with_amount(
                acts.Double(box=box.number, hand=one.number, player=ME), "Double by", full
            )
        elif isinstance(act, acts.Insure) and self._insurance_may_be_less(act):
            act = self._with_amount(act, "Insure for", act.amount)
        return act is not None and self._put(act)

    def _put(self, act: acts.Act) -> bool:
        """Put the act to the table; whether the book accepts it."""
        try:
            self._table.do(act)
        except NotPermitted as error:
            self._screen.refuse(self._table.rules.book, error.refusal)
            return False
        finally:
            self._teller.catch_up()
        return True

    def _with_amount(
        self, act: acts.Double | acts.Insure, question: str, full: Cents
    ) -> acts.Act | None:
        """The act for the amount the player names, asked until the book allows it."""
        while True:
            answer = self._screen.ask(f"{question} (Enter = {dollars(full)}, n = cancel)")
            if answer.lower() in ("n", "no"):
                return None
            try:
                wanted = replace(act, amount=amount(answer) if answer else full)
            except NotMoney as error:
                self._screen.say(f"{error}.")
                continue
            refused = self._table.ask(wanted)
            if refused is None:
                return wanted
            self._screen.refuse(self._table.rules.book, refused)

    def _on_hand(self, box: int, hand: int) -> Cents:
        return on_hand(self._table.state, box, hand).get(ME, 0)

    def _insurance_may_be_less(self, act: acts.Insure) -> bool:
        return may_be_less(self._table.rules) and self._table.ask(act) is None

    def _most_insurance(self, box: int) -> Cents:
        """The most that may be bet on insurance now or, if nothing may be, half the wager."""
        state = self._table.state
        mine = state.open_wagers(box=box, player=ME, kind=WagerKind.MAIN)
        main = sum(initial(state.rules, w) for w in mine)
        may = may_insure(self._table.rules, up=state.up, main=main)
        for tried in amounts(self._table.rules, main) if may else ():
            if self._table.ask(acts.Insure(box=box, amount=tried, player=ME)) is None:
                return tried
        return max(1, half(self._table.rules, main))
