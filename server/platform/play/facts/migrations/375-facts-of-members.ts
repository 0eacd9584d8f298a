import { type Kysely, sql } from 'kysely';

/**
 * Facts of play carry the market of the round, so that several bets on one draw can be counted as one round. Facts that are no play (a round was
 * verified, a limit was set or lifted) are a stream of their own, which consumers read in the same way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(MARKET).execute(db);
  const { rows } = await sql<{ body: string }>`select pg_get_functiondef('count_member_stake'::regproc) as body`.execute(db);
  const before = rows[0]?.body ?? '';
  const after = before.replace('payout, bet, at)', 'payout, bet, at, market)').replace('now()) end);', 'now()) end, new.market);');
  if (after.split('market').length - before.split('market').length !== 2)
    throw new Error('the function count_member_stake does not write its facts as expected');
  await sql.raw(after).execute(db);
  await sql.raw(MEMBER_FACTS).execute(db);
  await sql.raw(LIMITS).execute(db);
}

const MARKET = `
-- bets of one member with the same market of a provider are on one event: a draw, a round of a live table; null: the round alone
alter table play_fact add column market text;
lock table vendor_round in share row exclusive mode;
update play_fact f set market = r.market from vendor_round r
 where r.market is not null and r.provider = f.provider and r.round_id = f.round_id and r.member_id = f.member_id;
`;

const MEMBER_FACTS = `
create table member_fact (
  id bigint generated always as identity primary key,
  member_id text not null,
  kind text not null check (kind in ('verified', 'limit-set', 'limit-lifted')),
  -- id of the bet, or kind and period of the limit
  subject text not null,
  at timestamptz not null
);
create index member_fact_member on member_fact (member_id, id);
-- a round is verified once
create unique index member_fact_verified on member_fact (member_id, subject) where kind = 'verified';
`;

// The limit is written before its fact takes an id, so the transaction has its own id by then.
const LIMITS = `
create function note_member_limit() returns trigger language plpgsql as $$
declare
  r protection_limit;
  what text;
begin
  if tg_op = 'DELETE' then
    r := old;
    what := 'limit-lifted';
  else
    r := new;
    what := case when tg_op = 'INSERT' or new.value < old.value then 'limit-set' when new.value > old.value then 'limit-lifted' end;
  end if;
  if r.set_by = 'member' and what is not null then
    insert into member_fact (member_id, kind, subject, at)
    values (r.member_id, what, r.kind || ':' || r.period, case when tg_op = 'DELETE' then now() else r.set_at end);
  end if;
  return null;
end $$;
lock table protection_limit in share row exclusive mode;
insert into member_fact (member_id, kind, subject, at)
  select member_id, 'limit-set', kind || ':' || period, set_at from protection_limit where set_by = 'member' order by member_id, kind, period;
create trigger note_member_limit after insert or update of value or delete on protection_limit
  for each row execute function note_member_limit();
`;
