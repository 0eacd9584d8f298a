import { type Kysely, sql } from 'kysely';

/** The seamless wallet: who plays where, and what each vendor has ordered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The name under which a vendor knows a member; another one at each vendor.
create table vendor_player (
  provider text not null,
  member_id text not null,
  player text not null,
  primary key (provider, member_id),
  unique (provider, player)
);

-- Launch tickets, single use. Only hashes of tickets and tokens are kept.
create table vendor_ticket (
  hash text primary key,
  provider text not null,
  member_id text not null,
  game_id text not null,
  language text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index vendor_ticket_expiry on vendor_ticket (expires_at);

create table vendor_session (
  hash text primary key,
  provider text not null,
  member_id text not null,
  expires_at timestamptz not null
);
create index vendor_session_expiry on vendor_session (expires_at);

create table vendor_round (
  id bigint generated always as identity primary key,
  provider text not null,
  round_id text not null,
  member_id text not null,
  game_id text not null,
  vassalage text not null,
  game_category text not null,
  currency char(3) not null,
  realm text not null,
  -- accepted bets, those rolled back included; what was rolled back; what was won
  stake bigint not null check (stake > 0),
  refunded bigint not null default 0 check (refunded between 0 and stake),
  payout bigint not null default 0 check (payout >= 0),
  -- accepted bets that are neither settled nor rolled back
  live_bets int not null check (live_bets >= 0),
  state text not null check (state in ('open', 'won', 'lost', 'cancelled')),
  -- nothing may follow
  closed boolean not null default false,
  opened_at timestamptz not null,
  settled_at timestamptz,
  unique (provider, round_id)
);
create index vendor_round_member on vendor_round (member_id, opened_at desc, id desc);
create index vendor_round_open on vendor_round (opened_at) where state = 'open';
create index vendor_round_wins on vendor_round (settled_at desc) where state = 'won' and realm = 'real';
create index vendor_round_game on vendor_round (opened_at, game_id);

create table vendor_transaction (
  provider text not null,
  transaction_id text not null,
  kind text not null check (kind in ('bet', 'win', 'rollback')),
  -- null on a tombstone: the bet it stands for was never seen
  body_hash text,
  member_id text not null,
  round_id text not null,
  game_id text not null,
  amount bigint not null check (amount >= 0),
  bet_transaction_id text,
  state text not null check (state in ('accepted', 'refused', 'settled', 'rolled-back', 'tombstone')),
  -- the stored answer
  status text not null,
  transfer_id bigint references ledger_transfer (id),
  created_at timestamptz not null,
  primary key (provider, transaction_id)
);
create index vendor_transaction_round on vendor_transaction (provider, round_id);
`)
    .execute(db);
}
