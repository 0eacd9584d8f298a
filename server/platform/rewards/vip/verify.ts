import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { DEPOSIT_CONSUMER, PLAY_CONSUMER } from './count.ts';
import { levelOfRow, type MemberStanding, periodOf, readLevelRules, rulesText } from './standing.ts';

const MAX_SHOWN = 100;

/**
 * Differences of the levels: stake and deposits of all members against the facts up to the positions of the consumers, the play of months
 * against both, levels against the rules, and the history against the levels. Each is a sentence.
 */
export async function verifyLevels(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ difference: string }>`
    select difference from (${SUMS} union all ${HISTORY} union all ${MONTHS}) as d limit ${MAX_SHOWN}::int`.execute(executor);
  return [...rows.map(({ difference }) => difference), ...(await wrongLevels(executor))];
}

const position = (name: string) => sql`coalesce((select position from fact_consumer where name = ${name}), 0)`;

const SUMS = sql`
  select 'member ' || coalesce(v.member_id, f.member_id) || ' has ' || coalesce(v.stake, 0) || ' stake and ' || coalesce(v.deposits, 0)
         || ' deposits for its level but its facts sum to ' || coalesce(f.stake, 0) || ' and ' || coalesce(f.deposits, 0) as difference
    from vip_member v
    full join (
      select member_id, sum(stake) as stake, sum(deposits) as deposits from (
        select member_id, valid as stake, 0 as deposits from play_fact where id <= ${position(PLAY_CONSUMER)}
        union all
        select a.owner, 0, p.amount from ledger_transfer t
          join ledger_posting p on p.transfer_id = t.id
          join ledger_account a on a.id = p.account_id and a.kind in ('wallet', 'hold') and a.realm = 'real'
         where t.kind in ('deposit', 'deposit-reversal') and t.id <= ${position(DEPOSIT_CONSUMER)}) as facts
       where (select open_from from vip_clock) is not null group by 1) f using (member_id)
   where (coalesce(v.stake, 0), coalesce(v.deposits, 0)) <> (coalesce(f.stake, 0), coalesce(f.deposits, 0))`;

/** Levels begin with 1, each change begins where the last one ended, and the last one is the level of now. */
const HISTORY = sql`
  select 'change ' || id || ' of the level of ' || member_id || ' is from ' || from_level || ', not ' || before as difference
    from (select c.*, coalesce(lag(to_level) over (partition by member_id order by id), 1) as before from vip_change c) as c
   where from_level <> before
  union all
  select 'member ' || member_id || ' has level ' || level || ' but its history ends with ' || last
    from (select v.member_id, v.level, coalesce((select to_level from vip_change c where c.member_id = v.member_id
                                                  order by c.id desc limit 1), 1) as last from vip_member v) as v
   where level <> last`;

const MONTHS = sql`
  select 'member ' || member_id || ' has ' || stake || ' stake in its months but its facts sum to ' || counted as difference
    from (select p.member_id, sum(p.stake) as stake,
                 (select coalesce(sum(f.valid), 0) from play_fact f
                   where f.member_id = p.member_id and f.kind <> 'opening' and f.id <= ${position(PLAY_CONSUMER)}) as counted
            from vip_play p group by 1) as p where stake <> counted`;

/** Not while changed rules wait for their run. */
async function wrongLevels(executor: Executor): Promise<readonly string[]> {
  const { open_from, rules: used } = await executor.selectFrom('vip_clock').selectAll().executeTakeFirstOrThrow();
  const merchant = await executor.selectFrom('merchant').select('code').executeTakeFirst();
  if (!merchant) return [];
  const rules = await readLevelRules(executor, merchant.code);
  if (open_from === null || used !== rulesText(rules)) return [];
  const period = periodOf(open_from, rules);
  const { rows } = await sql<MemberStanding>`
    select v.*, coalesce((select sum(p.stake) from vip_play p
                           where p.member_id = v.member_id and p.month >= ${period.from} and p.month < ${period.until}), 0) as period_stake
      from vip_member v`.execute(executor);
  return rows
    .map((row) => ({ row, level: levelOfRow(rules.levels, row) }))
    .filter(({ row, level }) => row.level !== level)
    .slice(0, MAX_SHOWN)
    .map(({ row, level }) => `member ${row.member_id} has level ${row.level}, computed again ${level}`);
}
