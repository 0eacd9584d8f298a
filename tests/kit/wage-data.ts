import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { sql } from 'kysely';
import '../../server/platform/agents/contracts/tables.ts';
import { STREAMS } from '../../server/platform/agents/wages/streams.ts';
import type { Database } from '../../server/platform/base/db/index.ts';
import { embeddedDir, openDatabase } from '../../server/platform/base/db/open.ts';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';
import { windowAt } from '../../shared/rules/wage-windows.ts';
import { WAGE_KINDS, type WageKind } from '../../shared/rules/wages.ts';
import { DAY_MS } from '../../shared/time.ts';
import { SEEDED_DATA, type Service, startService } from './service.ts';

const ZONE = 'Asia/Bangkok';
const TOP_BP: Readonly<Record<WageKind, number>> = { dividend: 3_000, daily: 80, hourly: 60, realtime: 50 };
const NO_TERMS = { minSingleBet: '0', carryNegative: true, ownPlay: false };

/** A service whose agent01 alone has a contract of each kind, and a daily wage of each of the last 25 days, one of them paid. */
export async function startWithWages(): Promise<Service> {
  const dataDir = testFolder();
  const seeded = process.env[SEEDED_DATA];
  if (seeded === undefined) throw new Error('there is no seeded database to start from');
  cpSync(seeded, dataDir, { recursive: true });
  const { db, close } = await openDatabase({ dir: embeddedDir(dataDir), thread: 'same' });
  await addWages(db);
  await close();
  return startService({ dataDir });
}

async function addWages(db: Database): Promise<void> {
  const { id: agentId } = await db.selectFrom('member').select('id').where('account', '=', 'agent01').executeTakeFirstOrThrow();
  // Earlier windows are not settled again.
  await sql`delete from wage_progress`.execute(db);
  for (const { name, windows } of STREAMS) {
    const settled_until = new Date(windowAt(windows, Date.now(), ZONE).start);
    await db.insertInto('wage_progress').values({ stream: name, settled_until }).execute();
  }
  await sql`delete from wage_carry`.execute(db);
  await sql`delete from wage_statement`.execute(db);
  await sql`delete from agent_contract`.execute(db);
  for (const kind of WAGE_KINDS) await addContract(db, agentId, kind);
  for (let daysAgo = 1; daysAgo <= 25; daysAgo += 1) await addWage(db, daysAgo);
}

async function addContract(db: Database, agentId: string, kind: WageKind): Promise<void> {
  const tiers = [
    { rateBp: TOP_BP[kind] / 2, minValidBet: '0', minProfit: '0', minActive: 0 },
    { rateBp: TOP_BP[kind], minValidBet: '10000000', minProfit: '0', minActive: 2 },
  ];
  const since = new Date(Date.now() - 60 * DAY_MS);
  const names = { id: `c_${randomBytes(12).toString('hex')}`, agent_id: agentId, upline_id: null, kind };
  const times = { valid_from: since, valid_until: null, created_at: since, decided_at: since };
  await db
    .insertInto('agent_contract')
    .values({
      ...names,
      period: kind === 'dividend' ? 'W' : null,
      terms: JSON.stringify({ tiers, ...NO_TERMS }),
      top_bp: TOP_BP[kind],
      state: 'active',
      version: 1,
      end_lowered: false,
      ...times,
    })
    .execute();
}

/** Play of slots, of live tables that count half, and of an excluded member. */
async function addWage(db: Database, daysAgo: number): Promise<void> {
  const line = (category: string, excluded: boolean, valid: bigint) => ({
    category,
    excluded,
    own: false,
    bet: '0',
    valid: `${valid}`,
    stake: `${valid}`,
    payout: `${valid - valid / 20n}`,
  });
  const [slots, tables, excluded] = [20_000_000n + BigInt(daysAgo) * 1_234_500n, 8_000_000n, 500_000n];
  const base = slots + tables / 2n;
  const [gross, below] = [(base * 80n) / 10_000n, (slots * 30n) / 10_000n];
  const rules = { ceilingBp: 100, weights: { LIVE: 50 }, timeZone: ZONE };
  const lines = [line('RNG', false, slots), line('LIVE', false, tables), line('RNG', true, excluded)];
  const parts = [
    { rateBp: 0, base: `${(base - slots) * 100n}` },
    { rateBp: 30, base: `${slots * 100n}` },
  ];
  // A transfer of the demo stands for that of the wage.
  const isPaid = daysAgo === 2;
  await sql`
    insert into wage_statement (contract_id, agent_id, kind, window_start, window_end, currency, terms, rules, lines, active, costs, carried_in, parts,
                                valid_bet, profit, excluded_bet, base, tier, rate_bp, gross, below, carried_out, amount, state, transfer_id, paid_at, created_at)
    select id, agent_id, kind, d.day - interval '1 day', d.day, 'USD', terms, ${JSON.stringify(rules)}, ${JSON.stringify(lines)}, 6, 0, 0,
           ${JSON.stringify(parts)}, ${`${slots + tables}`}, ${`${(slots + tables) / 20n}`}, ${`${excluded}`}, ${`${base * 100n}`}, 1, 80,
           ${`${gross}`}, ${`${below}`}, 0, ${`${gross - below}`}, ${isPaid ? 'paid' : 'held'},
           ${isPaid ? sql`(select max(id) from ledger_transfer)` : sql`null`},
           ${isPaid ? sql`d.day + interval '1 minute'` : sql`null`}, now()
      from agent_contract, (select date_trunc('day', now(), ${ZONE}) - ${daysAgo - 1} * interval '1 day' as day) as d
     where kind = 'daily'`.execute(db);
}
