import type { EndedHand, RunningHand, TablePlayer, TableView } from '../../../shared/games/rooms/protocol.ts';
import { afterMove, botMove, dealHands, type HandState, type Move, openHand, refusalOf } from '../../../shared/games/rooms/thirteen.ts';

/** Hands against bots for points, entirely in the page: without studio, wallet or other players. */
export interface Practice {
  /** Undefined outside of practice. */
  view(): TableView | undefined;
  open(): void;
  close(): void;
  /** Deals the next hand. */
  deal(): void;
  move(cards: readonly number[]): void;
}

export interface PracticeDeps {
  readonly changed: () => void;
  /** Calls back after the given milliseconds. */
  readonly later: (task: () => void, milliseconds: number) => void;
  /** 64 hexadecimal digits. */
  readonly newSeed: () => string;
  readonly now: () => number;
}

const SEATS = 3;
const ME = 0;
const BOT_MS = 1_100;
/** Points, as amounts on the wire. */
const STAKE = 10;
const ALIASES = [0, 8, 10];

interface Hand {
  readonly id: string;
  readonly state: HandState;
  readonly step: number;
  readonly lastMove: RunningHand['lastMove'];
}

export function createPractice({ changed, later, newSeed, now }: PracticeDeps): Practice {
  let isOpen = false;
  let nr = 0;
  let hand: Hand | undefined;
  let last: EndedHand | null = null;

  function play(made: Move): void {
    if (!hand || refusalOf(hand.state, made)) return;
    const state = afterMove(hand.state, made);
    hand = { ...hand, state, step: hand.step + 1, lastMove: { seat: made.player, cards: made.cards, auto: false } };
    if (state.winner !== null) {
      last = endedHand(hand.id, state, state.winner);
      hand = undefined;
    }
    changed();
    callBot();
  }

  function callBot(): void {
    const waiting = hand;
    if (!waiting || waiting.state.turn === ME) return;
    later(() => {
      if (hand === waiting) play(botMove(waiting.state));
    }, BOT_MS);
  }

  return {
    view: () => (isOpen ? presentTable({ hand, last, nr, now: now() }) : undefined),
    open() {
      isOpen = true;
      changed();
    },
    close() {
      isOpen = false;
      [hand, last] = [undefined, null];
      changed();
    },
    deal() {
      if (!isOpen || hand) return;
      nr += 1;
      const seeds = Array.from({ length: SEATS }, newSeed);
      hand = { id: `practice-${nr}`, state: openHand(dealHands(newSeed(), seeds, nr)), step: 0, lastMove: null };
      changed();
      callBot();
    },
    move: (cards) => play({ player: ME, cards }),
  };
}

const points = (count: number) => `${count}.0000`;

function endedHand(handId: string, state: HandState, winner: number): EndedHand {
  const pot = points(STAKE * SEATS);
  return {
    handId,
    state: 'done',
    winner,
    pot,
    rake: points(0),
    stake: points(STAKE),
    paid: true,
    unpaid: false,
    verifyUrl: '',
    payout: winner === ME ? pot : points(0),
    left: state.hands.map((cards, seat) => ({ seat, alias: ALIASES[seat] ?? 0, cards })),
  };
}

interface Facts {
  readonly hand: Hand | undefined;
  readonly last: EndedHand | null;
  readonly nr: number;
  readonly now: number;
}

function presentTable({ hand, last, nr, now }: Facts): TableView {
  return {
    kind: 'table',
    level: '',
    stake: points(STAKE),
    seat: ME,
    seedHash: '',
    clientSeed: '',
    notice: null,
    balance: null,
    now: new Date(now).toISOString(),
    state: hand ? 'playing' : 'waiting',
    dueAt: null,
    nr: hand ? nr : nr + 1,
    players: ALIASES.map((_alias, seat) => presentPlayer(seat, hand?.state)),
    hand: hand ? presentHand(hand) : null,
    last,
  };
}

function presentPlayer(seat: number, state: HandState | undefined): TablePlayer {
  const isBot = seat !== ME;
  return {
    seat,
    alias: ALIASES[seat] ?? 0,
    bot: isBot,
    you: !isBot,
    ready: true,
    away: false,
    leaving: false,
    cards: state?.hands[seat]?.length ?? null,
    passed: state?.passed.includes(seat) ?? false,
  };
}

function presentHand({ id, state, step, lastMove }: Hand): RunningHand {
  const mine = state.hands[ME] ?? [];
  const opening = state.opening !== null && mine.includes(state.opening) ? state.opening : null;
  const trick = state.trick && { seat: state.trick.player, cards: state.trick.cards };
  return { handId: id, pot: points(STAKE * SEATS), step, turn: state.turn, trick, opening, mine, lastMove };
}
