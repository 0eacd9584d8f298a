import { randomUUID } from 'node:crypto';
import { reachedAt } from '../../../shared/games/crash/flight.ts';
import { FLIGHT_API, type FlightAnswer, type FlightBet, type FlightBetAnswer } from '../../../shared/games/crash/protocol.ts';
import { type HandsAnswer, ROOM_API, type RoomView, type TableView } from '../../../shared/games/rooms/protocol.ts';
import { suggestion } from '../../../shared/games/rooms/thirteen.ts';
import { SEA_API, type SeaSight, type SeaView } from '../../../shared/games/sea/protocol.ts';
import { shoalAt } from '../../../shared/games/sea/shoal.ts';
import type { Journal } from './journal.ts';
import { type Play, playInstant } from './plays.ts';
import { pause, type Seat } from './seat.ts';

const STAKE = '1.0000';
const LEVEL = 'cove';
/** No bet is placed this close to take-off. */
const TOO_LATE_MS = 200;
/** The multiplier of manual cash-outs, and the target of automatic ones; few flights crash earlier. */
const [BY_HAND, BY_TARGET, FAR] = [115, 130, 5_000];
const VIEW_MS = 2_000;

/** A bet on every flight, with manual and automatic cash-outs alternating. */
export function fly(): Play {
  let last = '';
  let isByHand = false;
  return async (seat, journal) => {
    const { round } = (await seat.call<FlightAnswer>(`${FLIGHT_API.flight}?gameId=${seat.gameId}`)).body;
    if (round?.state !== 'open' || round.roundId === last || Date.parse(round.takesOffAt) - TOO_LATE_MS < Date.now()) return;
    last = round.roundId;
    isByHand = !isByHand;
    const request = { key: randomUUID(), roundId: round.roundId, stake: STAKE, target: isByHand ? FAR : BY_TARGET };
    const placed = await seat.retryUntilAnswered<FlightBetAnswer>(FLIGHT_API.bet, request);
    if (placed.status !== 200) return;
    journal.requested(seat.gameId);
    recordBet(seat, journal, placed.body.bet);
    if (!isByHand) return;
    await pause(Date.parse(round.takesOffAt) + reachedAt(BY_HAND) - Date.now());
    const out = await seat.retryUntilAnswered<FlightBetAnswer>(FLIGHT_API.cashOut, { betId: placed.body.bet.betId });
    if (out.status === 200) recordBet(seat, journal, out.body.bet);
  };
}

/** An owed payout is promised, so it counts as paid. */
function recordBet({ gameId }: Seat, journal: Journal, { betId: roundId, stake, payout, status }: FlightBet): void {
  const end = status === 'refunded' ? 'refunded' : status === 'settled' || status === 'owed' ? 'settled' : 'open';
  journal.record({ gameId, roundId, stake, payout, end });
}

/** Shots at animals of a sea with other players. */
export function shoot(signal: AbortSignal): Play {
  let sight: SeaSight | undefined;
  let watching = false;
  async function watch(seat: Seat): Promise<void> {
    for await (const text of seat.listen(SEA_API.stream, signal)) {
      const view = JSON.parse(text) as SeaView;
      sight = view.kind === 'sea' ? view : undefined;
    }
  }
  return async (seat, journal) => {
    if (!watching) {
      watching = true;
      void watch(seat)
        .catch(() => undefined)
        .finally(() => {
          watching = false;
        });
    }
    if (!sight) return;
    const { seed, openedAt, caught } = sight;
    const shoal = shoalAt('reef', seed, Date.now() - Date.parse(openedAt)).filter(({ fish }) => !caught.includes(fish));
    const target = shoal.find(({ species }) => species === 'sardine') ?? shoal[0];
    if (target) await playInstant(seat, journal, { engine: 'fish', stake: STAKE, target: target.species }, target.fish);
  };
}

/** Sits down, agrees to every hand, and plays the moves that the page suggests. */
export const playHands: Play = async (seat, journal) => {
  const view = await readView(seat);
  if (view?.kind === 'lobby') return void (await seat.call(ROOM_API.sit, { level: LEVEL }));
  if (view?.kind !== 'table') return;
  if (view.hand === null && view.state === 'waiting' && !view.players.find(({ you }) => you)?.ready) {
    await recordHands(seat, journal);
    return void (await seat.call(ROOM_API.ready, { ready: true }));
  }
  if (view.hand?.turn !== view.seat) return;
  const { handId, step } = view.hand;
  await seat.call(ROOM_API.move, { handId, step, cards: cardsFor(view) });
};

/** Stakes and prizes of completed hands; for a running hand only its presence. */
export async function recordHands(seat: Seat, journal: Journal): Promise<void> {
  const { body } = await seat.retryUntilAnswered<HandsAnswer>(ROOM_API.hands, undefined);
  for (const { entryId: roundId, state, stake, payout } of body.hands)
    if (state !== 'pending')
      journal.record({ gameId: seat.gameId, roundId, stake, payout, end: state === 'done' ? 'settled' : 'refunded' });
}

async function readView(seat: Seat): Promise<RoomView | undefined> {
  for await (const text of seat.listen(ROOM_API.stream, AbortSignal.timeout(VIEW_MS))) return JSON.parse(text) as RoomView;
  return undefined;
}

function cardsFor({ hand }: TableView): readonly number[] {
  const { mine = [], trick = null, opening = null } = hand ?? {};
  return suggestion({ hands: [mine], turn: 0, trick: trick && { player: 1, cards: trick.cards }, passed: [], opening, winner: null });
}
