import { type Kysely, sql } from 'kysely';

/** Help articles, what promotions and pop-ups have beside a text, and how much each member has staked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CONTENT).execute(db);
  await sql.raw(STAKE).execute(db);
}

const CONTENT = `
alter table content_item
  add column image text not null default '',
  add column audience text not null default 'everyone' check (audience in ('everyone', 'visitors', 'real')),
  add column promotion_type text,
  add column pop_time text,
  add column topic text,
  drop constraint content_item_kind_check;
update content_item set promotion_type = 'event' where kind = 'promotion';
update content_item set pop_time = 'instant' where kind = 'popup';
alter table content_item
  add constraint content_item_kind_check check (kind in ('notice', 'banner', 'popup', 'promotion', 'help')),
  add constraint content_item_promotion_type check ((kind = 'promotion') = (promotion_type is not null)),
  add constraint content_item_pop_time check ((kind = 'popup') = (pop_time is not null)),
  add constraint content_item_topic check ((kind = 'help') = (topic is not null));
alter table content_text add column summary text not null default '';
`;

// The trigger keeps the sum exact whoever settles; it runs under the lock of the member's wallet, so that rows of this
// table are never waited for.
const STAKE = `
create table member_stake (
  member_id text primary key,
  -- settled stakes in real money, without what was taken back
  settled bigint not null
);
insert into member_stake
  select member_id, sum(stake - refunded) from vendor_round where state in ('won', 'lost') and realm = 'real' group by member_id;

create function count_member_stake() returns trigger language plpgsql as $$
declare
  was bigint := 0;
  becomes bigint := 0;
begin
  if tg_op = 'UPDATE' and old.state in ('won', 'lost') then
    was := old.stake - old.refunded;
  end if;
  if new.state in ('won', 'lost') then
    becomes := new.stake - new.refunded;
  end if;
  if becomes <> was then
    insert into member_stake as kept (member_id, settled) values (new.member_id, becomes - was)
      on conflict (member_id) do update set settled = kept.settled + excluded.settled;
  end if;
  return null;
end $$;
create trigger count_member_stake after insert or update of state, stake, refunded on vendor_round
  for each row when (new.realm = 'real') execute function count_member_stake();
`;
