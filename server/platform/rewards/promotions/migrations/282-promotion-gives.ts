import { type Kysely, sql } from 'kysely';

/** Promotions whose reward is a bonus or free rounds: `amount` is then what it is worth, and nothing is paid by a transfer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table promotion add column gives jsonb, add constraint promotion_gives_check
    check (gives is null or (points = 0 and block in ('deposit', 'stake', 'cash') and gives ->> 'kind' in ('bonus', 'rounds')
      and (gives ->> 'kind' = 'bonus' or block <> 'deposit')))`.execute(db);
  await sql`alter table promotion_entry add column gave text check (gave in ('bonus', 'rounds'))`.execute(db);
  await sql
    .raw(`
do $$
declare
  v_name text;
begin
  select conname into strict v_name from pg_constraint
    where conrelid = 'promotion_entry'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%transfer_id%';
  execute format('alter table promotion_entry drop constraint %I', v_name);
end $$;
alter table promotion_entry add constraint promotion_entry_transfer_check
  check ((transfer_id is not null) = (state = 'paid' and amount > 0 and gave is null));
create function keep_promotion_gives() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and old.gives is distinct from new.gives then
    raise exception 'the rule of the published promotion % does not change', old.id;
  end if;
  return new;
end $$;
create trigger keep_promotion_gives before update on promotion for each row execute function keep_promotion_gives();
`)
    .execute(db);
}
