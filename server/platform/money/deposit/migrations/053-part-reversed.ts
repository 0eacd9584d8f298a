import { type Kysely, sql } from 'kysely';

/** The way of paying may take a deposit back in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table deposit drop constraint deposit_status_check, drop constraint deposit_posted;
alter table deposit add column reversed_amount bigint not null default 0;
update deposit set reversed_amount = amount where status = 'reversed';
alter table deposit
  -- what has been taken back so far, never more than has come; also ahead of the payment
  add constraint deposit_reversed_within check (reversed_amount between 0 and greatest(amount, coalesce(paid_amount, 0))),
  add constraint deposit_status_check check (status in
    ('pending', 'checking', 'credited', 'failed', 'expired', 'cancelled', 'part_reversed', 'reversed', 'returned', 'sent_back')),
  -- reversal_transfer_id: of the last part
  add constraint deposit_posted check (case status
    when 'credited' then transfer_id is not null and reversal_transfer_id is null and reversed_amount = 0
    when 'part_reversed' then transfer_id is not null and reversal_transfer_id is not null and reversed_amount between 1 and amount - 1
    when 'reversed' then (transfer_id is null) = (reversal_transfer_id is null)
    else transfer_id is null and reversal_transfer_id is null end);
`)
    .execute(db);
}
