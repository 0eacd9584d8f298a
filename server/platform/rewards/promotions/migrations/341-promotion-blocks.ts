import { type Kysely, sql } from 'kysely';

/** Promotions that return a share of the net loss, and tickets of a raffle as a reward; `tickets` is their number, for which no amount is set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CHECKS).execute(db);
  await sql.raw(COLUMNS).execute(db);
}

// The checks of migration 258 have no names of their own.
const CHECKS = `
do $$
declare
  v_name text;
begin
  for v_name in select conname from pg_constraint
    where conrelid = 'promotion'::regclass and contype = 'c'
      and (pg_get_constraintdef(oid) like '%block%' or pg_get_constraintdef(oid) like '%(amount > 0)%points > 0%')
  loop
    execute format('alter table promotion drop constraint %I', v_name);
  end loop;
  for v_name in select conname from pg_constraint
    where conrelid = 'promotion_entry'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%rounds%'
  loop
    execute format('alter table promotion_entry drop constraint %I', v_name);
  end loop;
end $$;
`;

const COLUMNS = `
alter table promotion add column tickets int not null default 0 check (tickets >= 0);
alter table promotion_entry add column tickets int not null default 0 check (tickets >= 0);
alter table promotion
  add constraint promotion_block_check check (block in ('deposit', 'stake', 'points', 'cash', 'cashback')),
  -- one kind of reward
  add constraint promotion_reward_check check ((amount > 0)::int + (points > 0)::int + (tickets > 0)::int = 1),
  add constraint promotion_rule_check check (case block
    when 'deposit' then percent > 0 and target > 0 and amount > 0
    when 'stake' then percent = 0 and target > 0
    when 'points' then percent = 0 and target = 0 and points > 0
    when 'cashback' then percent > 0 and target = 0 and amount > 0
    else percent = 0 and target = 0 and points = 0 end),
  add constraint promotion_gives_check check (case coalesce(gives ->> 'kind', '')
    when '' then tickets = 0
    when 'bonus' then amount > 0 and block <> 'points'
    when 'rounds' then amount > 0 and block in ('stake', 'cash')
    when 'tickets' then tickets > 0 and block in ('stake', 'cash')
    else false end);
alter table promotion_entry add constraint promotion_entry_gave_check check (gave in ('bonus', 'rounds', 'tickets'));
create or replace function keep_promotion_gives() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (old.gives, old.tickets) is distinct from (new.gives, new.tickets) then
    raise exception 'the rule of the published promotion % does not change', old.id;
  end if;
  return new;
end $$;
`;
