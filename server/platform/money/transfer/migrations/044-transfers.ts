import { type Kysely, sql } from 'kysely';
import { LEDGER_POST } from '../../../ledger/index.ts';

/**
 * Transfers between a member and the agent above, wallets at vendors, and a hash chain through the postings of each
 * account: whoever changes or removes a posting behind the guards, however consistently, breaks it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TRANSFERS).execute(db);
  await sql.raw(CHAIN).execute(db);
  await sql.raw(LEDGER_POST).execute(db);
}

const TRANSFERS = `
-- the account of the member that the round is played with
alter table vendor_round add column wallet_kind text not null default 'wallet';
-- what was opened; unknown for sessions of older versions
alter table vendor_session add column game_id text;

create table member_transfer (
  id text primary key,
  from_member text not null references member (id),
  to_member text not null references member (id) check (to_member <> from_member),
  direction text not null check (direction in ('upline', 'downline')),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  client_reference text not null,
  transfer_id bigint not null unique,
  created_at timestamptz not null,
  unique (from_member, client_reference)
);
create index member_transfer_sent on member_transfer (from_member, created_at desc);
create index member_transfer_received on member_transfer (to_member, created_at desc);
`;

const CHAIN = `
alter table ledger_posting add column chain bytea;
-- the chain of the account's last posting
alter table ledger_account add column chain bytea;

create function ledger_chain(
  p_before bytea, p_transfer bigint, p_reference text, p_hash text, p_amount bigint, p_balance bigint, p_version bigint
) returns bytea language sql immutable as $$
  select sha256(convert_to(
    concat_ws('|', encode(p_before, 'hex'), p_transfer, p_reference, p_hash, p_amount, p_balance, p_version), 'UTF8'))
$$;

-- What was posted before the chain existed gets one now.
alter table ledger_posting disable trigger user;
alter table ledger_account disable trigger user;
do $$
declare
  p record;
  last bytea;
  account bigint := 0;
begin
  for p in select l.*, t.reference, t.body_hash from ledger_posting l join ledger_transfer t on t.id = l.transfer_id
            order by l.account_id, l.version loop
    if p.account_id <> account then
      last := null;
      account := p.account_id;
    end if;
    last := ledger_chain(last, p.transfer_id, p.reference, p.body_hash, p.amount, p.balance_after, p.version);
    update ledger_posting set chain = last where transfer_id = p.transfer_id and account_id = p.account_id;
    update ledger_account set chain = last where id = account;
  end loop;
end $$;
alter table ledger_posting enable trigger user;
alter table ledger_account enable trigger user;
`;
