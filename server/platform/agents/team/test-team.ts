import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { DEFAULT_AGENT_RULES } from '../../merchant/index.ts';
import { MERCHANT } from '../windows/test-windows.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';

/** What the lists of teams need, without games and single bets. */
export function createTestTeam(db: Database, clock: Clock): TeamDeps {
  return {
    db,
    clock,
    merchant: MERCHANT,
    games: { find: async () => undefined, at: async () => undefined, findMany: async () => new Map() },
    listBets: () => Promise.reject(new Error('not part of these tests')),
    currencySymbol: () => '$',
  };
}

/** An agent who plays in dollars, under the default rules but for the given ones. */
export function testReader(memberId: string, rules: Partial<TeamReader['rules']> = {}, timeZone = 'UTC'): TeamReader {
  const agent = { memberId, currency: 'USD' } as TeamReader['agent'];
  return { agent, timeZone, rules: { ...DEFAULT_AGENT_RULES, ...rules } };
}
