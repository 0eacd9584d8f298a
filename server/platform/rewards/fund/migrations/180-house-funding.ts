import { type Kysely, sql } from 'kysely';

/** Operators fund several accounts of the house, not only that of wages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(FUNDING).execute(db);
}

const FUNDING = `
alter table wage_funding rename to house_funding;
-- of the house, as in ledger_account.kind
alter table house_funding add column account text not null default 'wages';
alter table house_funding alter column account drop default;
`;
