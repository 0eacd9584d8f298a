import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from '../../base/db/test-database.ts';

const MEMBER = 'plan-1';
const from = "'2026-09-01T00:00:00Z'::timestamptz";
const slots = `slot >= quarter_of(${from}) and slot < quarter_of('2026-09-20T00:00:00Z')`;

/** The queries of the records as sent to PostgreSQL. */
const QUERIES: Readonly<Record<string, string>> = {
  'page of bets': `select * from vendor_round where member_id = '${MEMBER}' and opened_at >= ${from} and opened_at <= now()
    and game_category = 'RNG' order by opened_at desc, id desc limit 20 offset 200`,
  'rest of bets': `select * from vendor_round where member_id = '${MEMBER}' and opened_at >= ${from} and (opened_at, id) < (now(), 99999)
    order by opened_at desc, id desc limit 1000`,
  'sums of bets': `select sum(rounds) from play_sum where member_id = '${MEMBER}' and game_category = 'RNG' and basis = 'placed' and ${slots}`,
  'sums of play': `select slot, game_category, sum(stake) from play_sum where member_id = '${MEMBER}' and basis = 'settled' and ${slots} group by 1, 2`,
  'lists of all members': `select member_id, sum(stake) from play_sum where basis = 'settled' and realm = 'real' and slot >= quarter_of('2026-09-28T00:00:00Z') group by 1`,
  'sums of kept days': `select first_slot, sum(stake) from play_day where member_id = '${MEMBER}' and basis = 'settled' and zone = 'UTC'
    and first_slot >= quarter_of(${from}) and first_slot < quarter_of('2026-09-20T00:00:00Z') group by 1`,
  'days that are not kept': `select d.f, p.stake from unnest(array[1, 97], array[97, 193]) as d(f, e)
    cross join lateral (select * from play_sum where member_id = '${MEMBER}' and basis = 'settled' and slot >= d.f and slot < d.e offset 0) as p
    where d.f not in (select k.first_slot from play_day k where k.member_id = '${MEMBER}' and k.basis = 'settled' and k.zone = 'UTC' and k.state = '')`,
  'money in and out': `select width_bucket(slot, array[1, 2]), sum(deposits) from cash_sum where member_id = '${MEMBER}' group by 1`,
  'places of some kinds': `select block, places from movement_block
    where account_id = (select id from ledger_account where owner = '${MEMBER}' and kind = 'wallet') and block in (1, 3) and kind in ('deposit')`,
  'page of some kinds': `select * from ledger_posting p join ledger_transfer t on t.id = p.transfer_id
    where p.account_id = (select id from ledger_account where owner = '${MEMBER}' and kind = 'wallet')
    and p.version = any ('{7, 512, 900}'::bigint[]) order by p.version desc`,
  'page of movements': `select * from ledger_posting p join ledger_transfer t on t.id = p.transfer_id
    where p.account_id = (select id from ledger_account where owner = '${MEMBER}' and kind = 'wallet') and p.version between 900 and 919 order by p.version desc limit 20`,
  blocks: `select * from movement_block where account_id = (select id from ledger_account where owner = '${MEMBER}' and kind = 'wallet') and block >= 0 and block < 4 order by block desc`,
  'making of blocks': `select (p.version - 1) / 500, t.kind, sum(p.amount)
    from ledger_posting p cross join lateral (select kind from ledger_transfer where id = p.transfer_id offset 0) t
    where p.account_id = (select id from ledger_account where owner = '${MEMBER}' and kind = 'wallet') and p.version > 0 and p.version <= 5000 group by 1, 2`,
  'subjects of movements': `select v.transfer_id, r.id from unnest(array['history', 'history'], array['${MEMBER}-6', '${MEMBER}-7']) as n(provider, id)
    join vendor_transaction v on v.provider = n.provider and v.transaction_id = n.id
    join vendor_round r on r.provider = v.provider and r.round_id = v.round_id`,
  'transfers of bets': `select t.id from unnest(array['history', 'history'], array['${MEMBER}-6', '${MEMBER}-8']) as n(provider, round_id)
    join vendor_transaction v on v.provider = n.provider and v.round_id = n.round_id
    join ledger_transfer t on t.id = v.transfer_id order by t.id`,
};

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** Tables that are read without an index condition. */
function readWhole(plan: Plan): string[] {
  const isScan = plan['Relation Name'] !== undefined && plan['Node Type'] !== 'Bitmap Heap Scan' && plan['Index Cond'] === undefined;
  return [...(isScan ? [`${plan['Node Type']} of ${plan['Relation Name']}`] : []), ...(plan.Plans ?? []).flatMap(readWhole)];
}

test.runIf(inject('engine') === 'postgres')('no query of the records reads a whole table', async () => {
  const { db, close } = await openTestDatabase();
  await db.transaction().execute(async (tx) => {
    // Small tables are scanned because that is faster; scans that remain have no suitable index.
    await sql`set local enable_seqscan = off`.execute(tx);
    for (const [name, query] of Object.entries(QUERIES)) {
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${sql.raw(query)}`.execute(tx);
      expect([name, readWhole(rows[0]?.['QUERY PLAN'][0].Plan as Plan)]).toEqual([name, []]);
    }
  });
  await close();
});
