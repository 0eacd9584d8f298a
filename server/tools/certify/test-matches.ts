import { randomUUID } from 'node:crypto';
import { EVENT_API, type TicketRequest } from '../../../shared/games/events/protocol.ts';
import type { SlipLeg } from '../../../shared/seamless/slips.ts';
import type { SeamlessAnswer, SeamlessOperation } from '../../../shared/seamless/wallet.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { VendorDefect } from './vendor-defects.ts';

/** Requests of the test vendor to the wallet. */
export interface VendorCalls {
  readonly has: (defect: VendorDefect) => boolean;
  readonly call: (operation: SeamlessOperation, body: object) => Promise<SeamlessAnswer | undefined>;
  readonly retryUntilAnswered: (operation: SeamlessOperation, body: () => object, tries?: number) => Promise<SeamlessAnswer | undefined>;
  readonly resolveUnanswered: (roundId: string, named: object) => Promise<boolean>;
}

interface Player {
  readonly token: string;
  readonly player: string;
  readonly gameId: string;
}

const ODDS = '1.85';
const MATCH = { eventId: 'match-1', league: 'League', home: 'Home', away: 'Away' };

/** Bets on one match that never starts. */
export function createMatches({ has, call, retryUntilAnswered, resolveUnanswered }: VendorCalls) {
  const slipOf = (roundId: string, gameId: string) => {
    const odds = has('other-odds') ? '9.99' : ODDS;
    const leg: SlipLeg = { ...MATCH, market: 'winner', line: null, pick: 'home', odds, state: 'open', score: null };
    return { slips: [{ roundId, gameId, legs: [leg] }] };
  };

  async function place({ token, player, gameId }: Player, { stake }: TicketRequest): Promise<[number, object]> {
    const roundId = randomUUID();
    const named = { roundId, gameId, player };
    const amount = String(BigInt(stake.replace('.', '')));
    const reply = await call('bet', { token, transactionId: `${roundId}-b`, ...named, currency: 'USD', amount });
    const counts = reply ? reply.status === 'OK' : await resolveUnanswered(roundId, named);
    if (!counts && !has('slips-of-refused')) return [409, { error: 'insufficient_funds' }];
    if (!has('no-slips')) await retryUntilAnswered('slips', () => slipOf(roundId, gameId), has('reports-slips-once') ? 1 : 20);
    if (!counts) return [409, { error: 'insufficient_funds' }];
    return [200, { ticket: { ticketId: roundId, legs: [{ odds: ODDS }] } }];
  }

  return {
    list: (): object => {
      const now = new Date();
      const startsAt = new Date(now.getTime() + HOUR_MS).toISOString();
      const markets = [{ picks: [{ selection: 'winner/home', odds: ODDS }] }];
      return { now: now.toISOString(), fixtures: [{ ...MATCH, startsAt, markets }], results: [] };
    },
    isList: (path: string) => path.startsWith(`${EVENT_API.events}?`),
    isPlace: (path: string) => path === EVENT_API.ticket,
    place,
  };
}
