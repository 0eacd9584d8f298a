import { randomUUID } from 'node:crypto';
import { DIGITS } from '../../../shared/games/digits.ts';
import { EVENT_API, type EventsAnswer, type MatchEvent, type TicketAnswer } from '../../../shared/games/events/protocol.ts';
import { type SlipAnswer, TABLE_API, type TableAnswer } from '../../../shared/games/live/protocol.ts';
import { tableRules } from '../../../shared/games/live/table.ts';
import type { TableGame } from '../../../shared/games/live/table-games.ts';
import { type EngineBet, type PlayAnswer, STUDIO_API } from '../../../shared/games/protocol.ts';
import type { Journal } from './journal.ts';
import type { Seat } from './seat.ts';

/** One turn of a player at a game; does nothing while no bet is possible. */
export type Play = (seat: Seat, journal: Journal) => Promise<void>;

const STAKE = '1.0000';

/** A bet for each engine whose rounds end at once. */
export const INSTANT_BETS: readonly EngineBet[] = [
  { engine: 'slot', stake: STAKE },
  { engine: 'dice', stake: STAKE, over: true, target: 50 },
  { engine: 'roulette', chips: [{ spot: 'red', stake: STAKE }] },
  { engine: 'keno', stake: STAKE, picks: [1, 2, 3] },
  { engine: 'fish', stake: STAKE, target: 'ray' },
  { engine: 'duel', stake: STAKE, side: 'one' },
  { engine: 'digits', stake: STAKE, kind: 'straight', number: '7'.padStart(DIGITS.triple, '0') },
];

/** `fish`: the animal of the shared sea at which the shot is aimed. */
export async function playInstant(seat: Seat, journal: Journal, bet: EngineBet, fish?: number): Promise<void> {
  const { status, body } = await seat.retryUntilAnswered<PlayAnswer>(STUDIO_API.play, { key: randomUUID(), bet, fish });
  if (status !== 200) return;
  journal.requested(seat.gameId);
  const { roundId, stake, payout } = body.round;
  journal.record({ gameId: seat.gameId, roundId, stake, payout, end: body.round.status === 'settled' ? 'settled' : 'refunded' });
}

/** Chips on a shared round. */
export const placeSlip: Play = async (seat, journal) => {
  const { body: table } = await seat.call<TableAnswer>(`${TABLE_API.table}?gameId=${seat.gameId}`);
  if (table.round?.state !== 'open' || Date.parse(table.round.closesAt) < Date.now()) return;
  const chips = [{ spot: tableRules(seat.variant as TableGame).spots[0]?.id ?? '', stake: STAKE }];
  const { status, body } = await seat.retryUntilAnswered<SlipAnswer>(TABLE_API.slip, {
    key: randomUUID(),
    roundId: table.round.roundId,
    chips,
  });
  if (status !== 200) return;
  journal.requested(seat.gameId);
  const { slipId: roundId, stake, payout } = body.slip;
  const end = body.slip.status === 'pending' ? 'open' : body.slip.status;
  journal.record({ gameId: seat.gameId, roundId, stake, payout, end });
};

/** Bets on matches, alternating: on the next one, on a running one, and on both in one bet. */
export function betOnMatches(): Play {
  let turn = 0;
  return async (seat, journal) => {
    const { body: events } = await seat.call<EventsAnswer>(`${EVENT_API.events}?gameId=${seat.gameId}`);
    const isRunning = ({ startsAt }: MatchEvent) => Date.parse(startsAt) <= Date.parse(events.now);
    const [running, next] = [events.fixtures.find(isRunning), events.fixtures.find((match) => !isRunning(match))];
    const picked = [[next], [running], [running, next]][turn++ % 3]?.flatMap((match) => legOn(match)) ?? [];
    if (picked.length === 0) return;
    const request = { key: randomUUID(), legs: picked, stake: STAKE, acceptBetter: true };
    const { status, body } = await seat.retryUntilAnswered<TicketAnswer>(EVENT_API.ticket, request);
    if (status !== 200) return;
    journal.requested(seat.gameId);
    const { ticketId: roundId, stake, payout, status: state } = body.ticket;
    const end = state === 'won' || state === 'lost' ? 'settled' : state === 'refunded' ? 'refunded' : 'open';
    journal.record({ gameId: seat.gameId, roundId, stake, payout, end });
  };
}

function legOn(match: MatchEvent | undefined) {
  const offer = match?.markets.flatMap(({ picks }) => picks).find(({ odds }) => odds !== null);
  return match && offer ? [{ eventId: match.eventId, selection: offer.selection, odds: offer.odds }] : [];
}
