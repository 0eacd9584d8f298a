import { type Kysely, sql } from 'kysely';

/** Deposits that were paid with another amount than announced, and the provider that was chosen for a deposit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table deposit
  -- as announced, where another amount was credited
  add column announced_amount bigint check (announced_amount > 0),
  -- null: the provider of the channel
  add column provider text;
alter table deposit_channel
  -- further providers with their amounts, in the order of their use
  add column routes jsonb not null default '[]',
  add column other_amounts text not null default 'credit' check (other_amounts in ('credit', 'review'));
`)
    .execute(db);
}
