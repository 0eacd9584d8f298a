import { seedHash } from '../../../shared/games/fairness.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { STUDIO_VERIFY_PATH } from '../../../shared/games/protocol.ts';
import { roomStake } from '../../../shared/games/rooms/levels.ts';
import type { EndedHand, HandEvidence, HandsAnswer, RunningHand, TablePlayer, TableView } from '../../../shared/games/rooms/protocol.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { Session } from '../store.ts';
import { type DealtHand, dealtHand } from './dealt-hand.ts';
import type { Entry, Hand, Seat, Table } from './rows.ts';
import { AWAY_AFTER } from './times.ts';

/** Refusals of two players to each other: neither of them could not pay. */
const REFUSED_MEETINGS: readonly StudioError[] = ['linked_players', 'pair_limit'];

export interface TableFacts {
  readonly table: Table;
  readonly seats: readonly Seat[];
  readonly seat: Seat;
  readonly session: Session;
  readonly dealt: DealtHand | undefined;
  readonly last: EndedHand | null;
  readonly balance: string | null;
  readonly now: Date;
}

/** The table as one player may see it: all moves and card counts, but only the player's own cards. */
export function presentTable({ table, seats, seat, session, dealt, last, balance, now }: TableFacts): TableView {
  const due = table.state === 'waiting' ? table.begins_at : table.due_at;
  return {
    kind: 'table',
    now: now.toISOString(),
    level: table.level,
    stake: toWire(roomStake(table.level, coinOf(table.currency)) ?? 0n),
    seat: seat.seat,
    state: table.state,
    dueAt: table.state === 'staking' ? null : (due?.toISOString() ?? null),
    seedHash: seedHash(table.server_seed),
    nr: table.state === 'waiting' ? table.hand_nr + 1 : table.hand_nr,
    clientSeed: session.client_seed,
    players: seats.map((one) => presentPlayer(one, seat, dealt)),
    hand: table.state === 'playing' && dealt ? presentRunning(dealt, seat) : null,
    last,
    notice: seat.notice as StudioError | null,
    balance,
  };
}

function presentPlayer(one: Seat, viewer: Seat, dealt: DealtHand | undefined): TablePlayer {
  const player = dealt?.entries.findIndex((entry) => entry.seat === one.seat && entry.player === one.player) ?? -1;
  return {
    seat: one.seat,
    alias: one.alias,
    bot: one.player === null,
    you: one.seat === viewer.seat,
    ready: one.ready,
    away: one.missed >= AWAY_AFTER,
    leaving: one.leaving,
    cards: dealt?.state.hands[player]?.length ?? null,
    passed: dealt?.state.passed.includes(player) ?? false,
  };
}

function presentRunning({ hand, entries, moves, state }: DealtHand, viewer: Seat): RunningHand {
  const seatOf = (player: number) => entries[player]?.seat ?? -1;
  const mine = entries.findIndex((entry) => entry.seat === viewer.seat && entry.player === viewer.player);
  const last = moves.at(-1);
  const isMine = state.hands[mine]?.includes(state.opening ?? -1);
  return {
    handId: hand.id,
    pot: toWire(BigInt(hand.stake) * BigInt(entries.length)),
    step: moves.length,
    turn: seatOf(state.turn),
    trick: state.trick && { seat: seatOf(state.trick.player), cards: state.trick.cards },
    // The opening card reveals its holder, so only the holder sees it.
    opening: isMine ? state.opening : null,
    mine: state.hands[mine] ?? [],
    lastMove: last ? { seat: seatOf(last.player), cards: last.cards, auto: last.auto === true } : null,
  };
}

/** An ended hand from the viewer's side. */
export function presentEnded(hand: Hand, all: readonly Entry[], mine: Entry | undefined): EndedHand {
  const dealt = dealtHand(hand, all);
  const pot = dealt ? BigInt(hand.stake) * BigInt(dealt.entries.length) : 0n;
  return {
    handId: hand.id,
    state: hand.state === 'done' ? 'done' : 'void',
    winner: hand.winner === null ? null : (dealt?.entries[hand.winner]?.seat ?? null),
    pot: toWire(pot),
    rake: toWire(BigInt(hand.rake ?? 0)),
    stake: mine ? toWire(BigInt(mine.stake)) : null,
    payout: mine ? toWire(payoutOf(mine)) : null,
    paid: mine ? mine.ended_at !== null : true,
    unpaid: hand.state === 'void' && !dealt && all.some((entry) => entry.id !== mine?.id && isUnpaid(entry)),
    left: (dealt?.entries ?? []).map(({ seat, alias }, index) => ({ seat, alias, cards: dealt?.state.hands[index] ?? [] })),
    verifyUrl: `${STUDIO_VERIFY_PATH}/${hand.id}`,
  };
}

function isUnpaid({ state, refusal }: Entry): boolean {
  return state === 'refused' && !REFUSED_MEETINGS.some((code) => code === refusal);
}

export function presentHands(entries: readonly Entry[], hands: ReadonlyMap<string, Hand>): HandsAnswer['hands'] {
  return entries.flatMap((entry) => {
    const hand = hands.get(entry.hand_id);
    if (!hand) return [];
    const isOver = hand.state === 'done' || hand.state === 'void';
    const payout = payoutOf(entry);
    return {
      handId: hand.id,
      entryId: entry.id,
      state: isOver ? (hand.state as 'done' | 'void') : 'pending',
      won: hand.state === 'done' && payout > 0n,
      stake: toWire(BigInt(entry.stake)),
      payout: toWire(payout),
      startedAt: hand.started_at.toISOString(),
      verifyUrl: `${STUDIO_VERIFY_PATH}/${entry.id}`,
    };
  });
}

export function presentHandEvidence(hand: Hand, all: readonly Entry[], mine: string | undefined): HandEvidence | undefined {
  const dealt = dealtHand(hand, all);
  if (!dealt || (hand.state !== 'done' && hand.state !== 'void')) return undefined;
  const { entries, hands, moves } = dealt;
  return {
    handId: hand.id,
    nr: hand.nr,
    stake: toWire(BigInt(hand.stake)),
    serverSeed: hand.server_seed,
    serverSeedHash: seedHash(hand.server_seed),
    clientSeeds: entries.map((entry) => entry.client_seed),
    players: entries.map(({ id, alias, player }) => ({ alias, bot: player === null, you: id === mine })),
    hands,
    moves,
    state: hand.state,
    winner: hand.winner,
    pot: toWire(BigInt(hand.stake) * BigInt(entries.length)),
    rake: toWire(BigInt(hand.rake ?? 0)),
  };
}

/** Current or expected payout of an entry; for a refund the stake. */
function payoutOf(entry: Entry): bigint {
  return entry.state === 'refunded' || entry.state === 'voided' ? BigInt(entry.stake) : BigInt(entry.payout ?? 0);
}
