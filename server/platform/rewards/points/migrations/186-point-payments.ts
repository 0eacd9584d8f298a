import { type Kysely, sql } from 'kysely';

/** Money and codes that points buy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PAYMENTS).execute(db);
}

const PAYMENTS = `
-- of an approved credit
alter table point_redemption add column transfer_id bigint unique references ledger_transfer (id);
alter table point_redemption add constraint point_redemption_paid
  check (transfer_id is null or (status = 'approved' and kind = 'credit'));

-- Codes of vouchers. A code is free until it is given to a redemption.
create table point_voucher (
  id bigint generated always as identity primary key,
  goods_id text not null references point_goods (id),
  sealed_code text not null,
  -- keyed digest: the same code is stored once for all goods
  code_key text not null unique,
  redemption_id text references point_redemption (id),
  added_at timestamptz not null
);
create index point_voucher_free on point_voucher (goods_id, id) where redemption_id is null;
create index point_voucher_redemption on point_voucher (redemption_id, id) where redemption_id is not null;

create table point_conversion (
  id text primary key,
  member_id text not null,
  client_reference text not null,
  -- points as entered
  entered text not null,
  points bigint not null check (points > 0),
  amount bigint not null check (amount > 0),
  currency text not null,
  transfer_id bigint not null unique references ledger_transfer (id),
  at timestamptz not null,
  unique (member_id, client_reference)
);
`;
