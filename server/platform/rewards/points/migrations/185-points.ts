import { type Kysely, sql } from 'kysely';

/** Points of members: entries that are only added, lots, the mall and its redemptions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(LEDGER).execute(db);
  await sql.raw(POST).execute(db);
  await sql.raw(MALL).execute(db);
}

const LEDGER = `
-- Points are whole millionths of a point: a unit of money is 1/10,000 and a rate has hundredths, so stake times rate is exact.
create table point_account (
  member_id text primary key,
  -- below zero after play was voided whose points are spent
  balance bigint not null default 0,
  -- sums of the entries, by sign
  credited bigint not null default 0,
  debited bigint not null default 0
);

create table point_entry (
  id bigint generated always as identity primary key,
  member_id text not null,
  -- earned: by settled play, below zero where play was voided
  kind text not null check (kind in ('earned', 'redeemed', 'refunded', 'converted', 'adjusted')),
  -- of earned points only: day of the play in the merchant's zone, its category, points of one unit of the currency in hundredths, valid bets
  day date not null,
  category text,
  rate int,
  valid bigint,
  points bigint not null check (points <> 0),
  -- after the entry
  balance bigint not null,
  -- facts:<last fact>, redemption:<id>, refund:<id>, conversion:<reference>, adjustment:<id>
  reference text not null,
  actor text not null default '',
  reason text not null default '',
  at timestamptz not null,
  check ((kind = 'earned') = (category is not null and rate is not null and valid is not null)),
  check (kind <> 'earned' or points = valid * rate)
);
create index point_entry_member on point_entry (member_id, id);
-- The position of the consumer of facts makes entries of play unique.
create unique index point_entry_reference on point_entry (reference) where kind <> 'earned';

-- Credited points of one day and source, used oldest first.
create table point_lot (
  id bigint generated always as identity primary key,
  member_id text not null,
  day date not null,
  -- category of the play, or kind of the entry
  source text not null,
  points bigint not null check (points > 0),
  unused bigint not null check (unused >= 0 and unused <= points),
  unique (member_id, day, source)
);
create index point_lot_unused on point_lot (member_id, day, id) where unused > 0;

-- What an entry took from lots. A credit of an account below zero uses its own lot for the debt.
create table point_use (
  entry_id bigint not null references point_entry (id),
  lot_id bigint not null references point_lot (id),
  points bigint not null check (points > 0),
  primary key (entry_id, lot_id)
);
create index point_use_lot on point_use (lot_id);

-- Rates for play that is settled after a fact. Without features.points all are missing.
create table point_rates (
  after_fact bigint primary key,
  rates jsonb not null,
  at timestamptz not null
);

create function point_is_added_only() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_table_name;
end $$;
create trigger point_entry_added_only before update or delete on point_entry for each row execute function point_is_added_only();
create trigger point_use_added_only before update or delete on point_use for each row execute function point_is_added_only();
`;

const POST = `
-- Posts one entry and returns its outcome: posted, repeated (the reference is known) or insufficient.
create function point_post(
  p_member text, p_kind text, p_points bigint, p_reference text, p_day date, p_at timestamptz, p_actor text, p_reason text,
  p_category text, p_rate int, p_valid bigint, p_overdraw boolean
) returns table (outcome text, entry_id bigint, balance bigint) language plpgsql as $$
declare
  v_before bigint;
  v_entry bigint;
  v_lot bigint;
  v_left bigint;
  v_take bigint;
  v_source text := coalesce(p_category, p_kind);
  r record;
begin
  insert into point_account (member_id) values (p_member) on conflict do nothing;
  select a.balance into v_before from point_account a where a.member_id = p_member for update;
  if p_kind <> 'earned' then
    select e.id into v_entry from point_entry e where e.reference = p_reference and e.kind <> 'earned';
    if found then
      return query select 'repeated', v_entry, v_before;
      return;
    end if;
  end if;
  if p_points < 0 and v_before + p_points < 0 and not p_overdraw then
    return query select 'insufficient', null::bigint, v_before;
    return;
  end if;
  insert into point_entry (member_id, kind, day, category, rate, valid, points, balance, reference, actor, reason, at)
    values (p_member, p_kind, p_day, p_category, p_rate, p_valid, p_points, v_before + p_points, p_reference, p_actor, p_reason, p_at)
    returning id into v_entry;
  update point_account a set balance = v_before + p_points,
    credited = a.credited + greatest(p_points, 0), debited = a.debited - least(p_points, 0)
   where a.member_id = p_member;
  if p_points > 0 then
    v_take := least(p_points, greatest(-v_before, 0));
    insert into point_lot as l (member_id, day, source, points, unused) values (p_member, p_day, v_source, p_points, p_points - v_take)
      on conflict (member_id, day, source) do update set points = l.points + excluded.points, unused = l.unused + excluded.unused
      returning l.id into v_lot;
    if v_take > 0 then
      insert into point_use (entry_id, lot_id, points) values (v_entry, v_lot, v_take);
    end if;
  else
    -- What the lots do not have is the debt of the account.
    v_left := least(-p_points, greatest(v_before, 0));
    for r in
      -- Voided play takes from its own lot first.
      select l.id, l.unused from point_lot l where l.member_id = p_member and l.unused > 0
       order by (p_kind = 'earned' and l.day = p_day and l.source = v_source) desc, l.day, l.id
    loop
      exit when v_left = 0;
      v_take := least(v_left, r.unused);
      update point_lot l set unused = l.unused - v_take where l.id = r.id;
      insert into point_use (entry_id, lot_id, points) values (v_entry, r.id, v_take);
      v_left := v_left - v_take;
    end loop;
    if v_left <> 0 then
      raise exception 'the lots of % do not have its balance', p_member;
    end if;
  end if;
  return query select 'posted', v_entry, v_before + p_points;
end $$;
`;

const MALL = `
create table point_goods (
  id text primary key,
  kind text not null check (kind in ('goods', 'voucher', 'credit')),
  -- by language
  names jsonb not null,
  texts jsonb not null default '{}',
  -- of one piece
  points bigint not null check (points > 0),
  -- value of a voucher or of a credit, in units of the currency
  amount bigint check (amount > 0),
  -- null: without limit
  stock int check (stock >= 0),
  redeemed int not null default 0 check (redeemed >= 0),
  -- pieces of one member, rejected ones not counted; null: no limit
  member_limit int check (member_limit > 0),
  min_level int not null default 1 check (min_level between 1 and 20),
  -- contact that the member's profile must have
  contact text check (contact in ('zalo', 'whatsapp')),
  picture bytea,
  picture_type text,
  picture_hash text,
  position int not null default 0,
  shown boolean not null default false,
  created_at timestamptz not null,
  check (stock is null or redeemed <= stock)
);

create table point_redemption (
  id text primary key,
  member_id text not null,
  client_reference text not null,
  goods_id text not null references point_goods (id),
  kind text not null,
  -- as they were at the request
  names jsonb not null,
  quantity int not null check (quantity > 0),
  points bigint not null check (points > 0),
  amount bigint,
  contact text,
  sealed_contact text,
  remark text not null default '',
  status text not null check (status in ('in_process', 'approved', 'rejected')),
  approvals_needed int not null,
  -- of a rejection, for the member
  reason text not null default '',
  -- of an approval, for the member: the code of a voucher, the number of a parcel
  note text not null default '',
  requested_at timestamptz not null,
  closed_at timestamptz,
  unique (member_id, client_reference)
);
create index point_redemption_waiting on point_redemption (requested_at) where status = 'in_process';
create index point_redemption_goods on point_redemption (goods_id, member_id);

create table point_approval (
  redemption_id text not null references point_redemption (id),
  operator text not null,
  reason text not null,
  at timestamptz not null,
  primary key (redemption_id, operator)
);
`;
