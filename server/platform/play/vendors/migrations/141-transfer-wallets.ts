import { type Kysely, sql } from 'kysely';

/** Providers that keep the balances of their players: moves of money, reported play, and what is known of each balance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A move of money between a member's wallet and the member's balance at a provider. The id is the reference at the provider.
create table vendor_move (
  id text primary key,
  provider text not null,
  vassalage text not null,
  member_id text not null,
  player text not null,
  direction text not null check (direction in ('in', 'out')),
  cause text not null check (cause in ('member', 'launch', 'return')),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  client_reference text not null,
  -- open: the money is in transit; done: moved; returned: back where it was
  state text not null default 'open' check (state in ('open', 'done', 'returned')),
  -- status of the provider, or what else has ended the move
  reason text,
  tries int not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  -- the provider has answered something that contradicts the request
  conflict text,
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (member_id, client_reference),
  check ((state = 'open') = (closed_at is null))
);
create index vendor_move_open on vendor_move (next_try_at) where state = 'open';
create index vendor_move_member on vendor_move (member_id, created_at desc);

create function vendor_move_lawful() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'move % is not deleted', old.id using errcode = 'check_violation';
  end if;
  if old.state <> 'open' then
    raise exception 'move % is over', old.id using errcode = 'check_violation';
  end if;
  if (old.id, old.provider, old.vassalage, old.member_id, old.player, old.direction, old.amount, old.currency, old.client_reference)
    is distinct from
    (new.id, new.provider, new.vassalage, new.member_id, new.player, new.direction, new.amount, new.currency, new.client_reference) then
    raise exception 'move % does not change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger vendor_move_lawful before update or delete on vendor_move for each row execute function vendor_move_lawful();

-- How far the history of a provider has been read.
create table vendor_history (
  provider text primary key,
  cursor text,
  read_at timestamptz,
  failed_since timestamptz,
  last_error text
);

-- Entries of histories; waiting: not booked yet.
create table vendor_history_entry (
  seq bigint generated always as identity primary key,
  provider text not null,
  entry_id text not null,
  player text not null,
  body jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'booked')),
  reason text,
  tries int not null default 0,
  next_try_at timestamptz not null,
  arrived_at timestamptz not null,
  booked_at timestamptz,
  unique (provider, entry_id)
);
create index vendor_history_entry_waiting on vendor_history_entry (provider, player, seq) where state = 'waiting';

-- A member's balance at a provider, as far as it is not in the ledger.
create table vendor_purse (
  provider text not null,
  member_id text not null,
  vassalage text not null,
  -- the provider has created the player
  opened_at timestamptz,
  -- money comes back without play and at the end of the session
  returns boolean not null default false,
  return_due_at timestamptz,
  check_due_at timestamptz,
  checked_at timestamptz,
  -- balance at the provider less the balance in the ledger
  difference bigint not null default 0,
  difference_since timestamptz,
  primary key (provider, member_id)
);
create index vendor_purse_return on vendor_purse (return_due_at) where return_due_at is not null;
create index vendor_purse_check on vendor_purse (check_due_at) where check_due_at is not null;
create index vendor_purse_member on vendor_purse (member_id);
`)
    .execute(db);
}
