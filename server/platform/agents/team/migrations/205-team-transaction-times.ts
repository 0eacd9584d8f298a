import { type Kysely, sql } from 'kysely';

/** Transfers of a team are listed by time: their numbers follow it only roughly. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index ledger_transfer_team_time on ledger_transfer (created_at, id)
      where kind in ('deposit', 'deposit-reversal', 'withdrawal-paid', 'upline', 'downline', 'adjustment', 'wage')`.execute(db);
}
