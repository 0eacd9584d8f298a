import { type Kysely, sql } from 'kysely';

/** A free round has no stake: it is a round in the records, and no fact of play, so that nothing is earned by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vendor_round drop constraint vendor_round_stake_check`.execute(db);
  await sql`alter table vendor_round add constraint vendor_round_stake_check
    check (stake > 0 or (stake = 0 and wallet_kind = 'free'))`.execute(db);
  await sql`drop trigger count_member_stake on vendor_round`.execute(db);
  await sql`create trigger count_member_stake after insert or update of state, stake, refunded, payout, at_risk on vendor_round
    for each row when (new.realm = 'real' and new.wallet_kind <> 'free') execute function count_member_stake()`.execute(db);
}
