import { sql } from 'kysely';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, type MerchantSettings } from '../../merchant/index.ts';
import { createFactStream } from '../../play/facts/index.ts';
import { createTeamWindows, type TeamWindows } from './windows.ts';

export const MERCHANT = 'lagoon';
type AgentRules = MerchantSettings['agents'];

/** Windows of a merchant with a clock that starts at the begin of a window. */
export interface TestWindows {
  readonly windows: TeamWindows;
  readonly clock: MovableClock;
}

export async function createTestWindows(
  db: Database,
  { at, timeZone = 'UTC', agents = {} }: { readonly at: string; readonly timeZone?: string; readonly agents?: Partial<AgentRules> },
): Promise<TestWindows> {
  const settings = demoSettings();
  await addMerchant(db, MERCHANT, { ...settings, timeZone, agents: { ...settings.agents, ...agents } });
  const clock = movableClock({ now: () => new Date(at) });
  const windows = createTeamWindows({ db, clock, merchant: MERCHANT, facts: createFactStream(), requireTime: () => undefined });
  await windows.run();
  return { windows, clock };
}

export interface TestPlay {
  readonly memberId: string;
  readonly at: Date;
  readonly valid: bigint;
  readonly stake?: bigint;
  readonly payout?: bigint;
  readonly bet?: bigint;
  readonly category?: string;
}

/** Stores facts as the trigger of settled rounds does. */
export async function addFacts(executor: Executor, plays: readonly TestPlay[]): Promise<void> {
  const rows = plays.map(({ memberId, at, valid, stake = valid, payout = 0n, bet = stake, category = 'RNG' }) => ({
    memberId,
    at: at.toISOString(),
    category,
    valid: valid.toString(),
    stake: stake.toString(),
    payout: payout.toString(),
    bet: bet.toString(),
    rounds: stake < 0n ? -1 : 1,
  }));
  await sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    select r."memberId", 'p', '', 'g', 'v', r.category, 'USD', case when r.rounds > 0 then 'settled' else 'voided' end, r.rounds, r.stake, r.valid,
           r.payout, r.bet, r.at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r("memberId" text, at timestamptz, category text, valid bigint, stake bigint, payout bigint, bet bigint, rounds int)`.execute(
    executor,
  );
}
