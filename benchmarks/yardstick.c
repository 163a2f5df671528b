/* The yardstick of the simulator: the loop of pitboss.kernels.fast written in C over the same
   tables, so that the same seed gives the same numbers. It leaves out what cannot happen at the
   depths that are measured: a shoe that runs out within a round. */

#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t i64;

enum { ROW_BITS = 18, SPLIT_BIT = 31, MOST_HANDS = 8 };
enum { HIT = 1, DOUBLE = 2, SPLIT = 3 };
enum { OVER = 10, STAYS, OPEN, WON, OUTCOME = 10, DEALER_COLUMNS };
enum { SECOND_IS_DUE, FURTHER_IS_DUE = 4, SPARED = 6, BEYOND = 8, AGAINST_COLUMNS };
enum { EACH_HAND = 0, ONE_IN_ALL = 1, BUSTED_AND_FIRST = 2 };

typedef struct {
    const u32 *table;
    const i64 *splits;
    const int32_t *hands;
    const u8 *acts;
    const int32_t *dealer, *against;
    const u16 *single;
    i64 states, contexts, columns, per, gives_back_busts, size, burned, ends, most_units;
} Game;

typedef struct {
    u64 a, b, c, d;
    u64 left;
} Shoe;

static inline u64 rotated(u64 x, int k) { return (x << k) | (x >> (64 - k)); }

static inline u64 next_word(Shoe *s) {
    u64 word = rotated(s->a + s->d, 23) + s->a, t = s->b << 17;
    s->c ^= s->a;
    s->d ^= s->b;
    s->b ^= s->c;
    s->a ^= s->d;
    s->c ^= t;
    s->d = rotated(s->d, 45);
    return word;
}

static inline u8 draw(u8 *restrict cards, Shoe *s) {
    u64 product = (next_word(s) >> 32) * s->left;
    if (__builtin_expect((u32)product < s->left, 0)) {
        u64 unfair = ((1ull << 32) - s->left) % s->left;
        while ((u32)product < unfair) product = (next_word(s) >> 32) * s->left;
    }
    u64 at = product >> 32;
    u8 card = cards[at];
    s->left--;
    cards[at] = cards[s->left];
    cards[s->left] = card;
    return card;
}

static i64 taken(const Game *g, const i64 *finals, i64 hands, i64 up) {
    const int32_t *against = g->against + up * AGAINST_COLUMNS;
    i64 lost = 0, alive = 0, first = 1 - g->hands[(finals[0] >> 1) * g->columns + OVER];
    for (i64 i = 0; i < hands; i++) {
        i64 over = g->hands[(finals[i] >> 1) * g->columns + OVER];
        lost += g->per;
        if (finals[i] & 1) lost += g->per - against[SPARED + over];
        alive += 1 - over;
    }
    if (against[BEYOND] == EACH_HAND) return lost;
    if (against[BEYOND] == ONE_IN_ALL) return lost - (hands - 1) * g->per;
    return lost - (alive - (against[BEYOND] == BUSTED_AND_FIRST ? first : alive > 0)) * g->per;
}

static __attribute__((noinline, cold)) void
play_split(const Game *g, u32 number, u8 *cards, Shoe *shoe, i64 *split_hist) {
    const i64 *split = g->splits + 5 * number;
    i64 rank = split[1], up = split[2], hole = split[3], most = split[4];
    i64 context = split[0] + 1 + rank;
    i64 finals[MOST_HANDS], hands = 2, wagers = 0, lies = 0, is_open = 0, extra_taken = 0;
    Shoe s = *shoe;
    const u8 *acts[2];
    for (i64 again = 0; again < 2; again++)
        acts[again] = g->acts + ((again * g->contexts + context) * 10 + up) * g->states;
    for (i64 done = 0; done < hands; done++) {
        const int32_t *hand = g->hands + g->single[rank] * g->columns;
        i64 doubled = 0;
        for (;;) {
            i64 state = hand[draw(cards, &s)];
            hand = g->hands + state * g->columns;
            finals[done] = 2 * state + doubled;
            if (doubled) break;
            u8 act = acts[hands < most][state];
            if (act == SPLIT) {
                hands++;
                hand = g->hands + g->single[rank] * g->columns;
            } else if (act == DOUBLE) {
                doubled = 1;
            } else if (act != HIT) {
                break;
            }
        }
        if (hand[STAYS]) {
            lies = 1;
            is_open |= hand[OPEN];
        } else {
            extra_taken |= done > 0 || doubled;
        }
        wagers += 1 + doubled;
    }
    i64 capped = g->gives_back_busts && extra_taken;
    const int32_t *against = g->against + up * AGAINST_COLUMNS;
    const int32_t *dealer = g->dealer + g->single[10 + up] * DEALER_COLUMNS;
    i64 outcome = -1, due = against[SECOND_IS_DUE + 2 * lies + capped];
    i64 further = against[FURTHER_IS_DUE + is_open];
    if (hole >= 0) {
        dealer = g->dealer + dealer[hole] * DEALER_COLUMNS;
        outcome = dealer[OUTCOME];
        due = further;
    }
    while (outcome == -1 && due) {
        dealer = g->dealer + dealer[draw(cards, &s)] * DEALER_COLUMNS;
        outcome = dealer[OUTCOME];
        due = further;
    }
    i64 net = 0;
    if (outcome == -2) {
        net = -taken(g, finals, hands, up);
    } else {
        for (i64 i = 0; i < hands; i++) {
            i64 column = WON + (outcome < 0 ? 0 : outcome);
            net += g->hands[(finals[i] >> 1) * g->columns + column] * (1 + (finals[i] & 1));
        }
    }
    split_hist[wagers * (2 * g->most_units + 1) + net + g->most_units]++;
    *shoe = s;
}

/* Rounds until the cutting card, or until a pair is split. The shoe is a copy, kept in registers. */
static __attribute__((noinline)) u32
play_on(const u32 *restrict table, u8 *restrict cards, Shoe *shoe, u64 ends, u32 *begun,
        i64 *restrict hist) {
    Shoe s = *shoe;
    u32 row = *begun, entry = 0;
    const u32 rows = (1u << ROW_BITS) - 1;
    while (s.left >= ends) {
        entry = table[row + draw(cards, &s)];
        row = entry & rows;
        if (__builtin_expect(entry >> SPLIT_BIT, 0)) break;
        hist[entry >> ROW_BITS]++;
    }
    *shoe = s;
    *begun = row;
    return entry;
}

void play_shoes(const Game *g, u8 *restrict cards, i64 shoes, u64 *state, i64 *restrict hist,
                i64 *restrict split_hist) {
    Shoe s = {state[0], state[1], state[2], state[3], 0};
    for (i64 shoe = 0; shoe < shoes; shoe++) {
        u32 row = 0;
        u64 ends = g->ends > 1 ? g->ends : 1;
        s.left = g->size;
        for (i64 i = 0; i < g->burned; i++) draw(cards, &s);
        while (s.left >= ends || row) {
            u32 entry = play_on(g->table, cards, &s, row ? s.left : ends, &row, hist);
            if (entry >> SPLIT_BIT)
                play_split(g, entry << 1 >> (ROW_BITS + 1), cards, &s, split_hist);
        }
    }
    state[0] = s.a, state[1] = s.b, state[2] = s.c, state[3] = s.d;
}
