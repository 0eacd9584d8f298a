import { type Kysely, sql } from 'kysely';

/** The end of a deposit that could not be credited: the payment by which it went back to the payer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table deposit drop constraint deposit_status_check;
alter table deposit
  -- of the house's own payment; one payment sends one deposit back
  add column sent_back_reference text unique,
  add constraint deposit_status_check check
    (status in ('pending', 'checking', 'credited', 'failed', 'expired', 'cancelled', 'reversed', 'returned', 'sent_back')),
  add constraint deposit_sent_back check ((status = 'sent_back') = (sent_back_reference is not null));
`)
    .execute(db);
}
