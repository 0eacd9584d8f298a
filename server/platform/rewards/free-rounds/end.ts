import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { FreeRoundDeps, GrantRow } from './contracts.ts';
import { gamesText, hrefOf } from './named-games.ts';

/** Days in which the bonus of the wins can be accepted. */
const OFFER_DAYS = 14;
/** Offering the wins waits until the member may have a bonus, and the merchant offers them. */
const WAITS: readonly string[] = ['bonus_off', 'bonus_member_resting', 'bonus_wagering'];

/**
 * Ends grants whose rounds are all played, or whose time is over; an open round is settled before. Wins that become a bonus are offered with the
 * end, in the same transaction.
 */
export async function endGrants(deps: FreeRoundDeps): Promise<void> {
  for (let after = '0'; ; ) {
    deps.requireTime();
    const from: string = after;
    const next = await findDue(deps, from);
    if (!next) return;
    await endOne(deps, next);
    after = next.id;
  }
}

const SETTLED = sql<boolean>`not exists (select from free_round r where r.grant_id = g.id and r.state = 'open')`;

async function findDue({ db, clock }: FreeRoundDeps, after: string): Promise<GrantRow | undefined> {
  const { rows } = await sql<GrantRow>`
    select g.* from free_round_grant g
     where g.state = 'open' and (g.played = g.rounds or g.expires_at <= ${clock.now()}::timestamptz) and ${SETTLED} and g.id > ${after}::bigint
     order by g.id limit 1`.execute(db);
  return rows[0];
}

/** The wallet before the grant: no round is played meanwhile. */
async function endOne(deps: FreeRoundDeps, { id, member_id: memberId }: GrantRow): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx, afterCommit) => {
      await deps.wallet.lockWallets(tx, [memberId]);
      const now = deps.clock.now();
      const { rows } = await sql<GrantRow>`
        select g.* from free_round_grant g where g.id = ${id}::bigint and g.state = 'open' and ${SETTLED} for update of g`.execute(tx);
      const [row] = rows;
      if (!row || (row.played < row.rounds && row.expires_at > now)) return;
      await endGrant(deps, tx, afterCommit, row, row.played === row.rounds ? 'played' : 'expired');
    });
  } catch (error) {
    if (!(error instanceof Refusal && WAITS.includes(error.code))) throw error;
  }
}

async function endGrant(
  deps: FreeRoundDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  row: GrantRow,
  state: Exclude<GrantRow['state'], 'open'>,
): Promise<GrantRow> {
  const now = deps.clock.now();
  const amount = BigInt(row.won);
  if (row.wagering !== null && row.bonus_days !== null && amount > 0n)
    await deps.grantBonus(tx, afterCommit, {
      memberId: row.member_id,
      source: row.source,
      reference: bonusReference(row),
      reason: row.reason,
      amount,
      wagering: row.wagering,
      days: row.bonus_days,
      maxBet: null,
      until: new Date(now.getTime() + OFFER_DAYS * DAY_MS),
    });
  const ended = await tx
    .updateTable('free_round_grant')
    .set({ state, ended_at: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await deps.centre.publish(tx, afterCommit, row.member_id);
  return ended;
}

function bonusReference({ id }: Pick<GrantRow, 'id'>): string {
  return `free-rounds:${id}`;
}

/** Takes back rounds that were not played; what they have won stays the member's, who gets a message. Refused while a round is open. */
export async function withdrawGrant(deps: FreeRoundDeps, tx: Tx, afterCommit: AfterCommit, id: string): Promise<GrantRow> {
  const known = await tx.selectFrom('free_round_grant').select('member_id').where('id', '=', id).executeTakeFirst();
  if (!known) throw new Refusal('free_rounds_not_found');
  await deps.wallet.lockWallets(tx, [known.member_id]);
  const row = await tx.selectFrom('free_round_grant').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (row.state !== 'open') throw new Refusal('free_rounds_over');
  const open = await tx
    .selectFrom('free_round')
    .select('round_id')
    .where('grant_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (open) throw new Refusal('free_rounds_open');
  const ended = await endGrant(deps, tx, afterCommit, row, 'withdrawn');
  const params = { left: row.rounds - row.played, game: await gamesText(deps, tx, row) };
  await deps.inbox.post(tx, { memberId: row.member_id, template: 'free_rounds_withdrawn', params, href: hrefOf(row) }, afterCommit);
  return ended;
}
