import { sql } from 'kysely';
import { MAX_FREE_ROUND_GRANTS } from '../../../../shared/seamless/wallet.ts';
import type { Clock } from '../../base/clock.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { FreeRoundEnd, FreeRoundPlay, FreeRoundRefusal, FreeRounds } from '../../play/vendors/index.ts';
import type { GrantRow } from './contracts.ts';
import { takesStake } from './stakes.ts';

const GRANT = /^\d{1,18}$/;

/**
 * Counts the rounds of the seamless wallet. The caller has locked the wallet of the member, as everything has that changes a grant, and stores
 * the instruction in the same transaction: a repeated bet never comes here.
 */
export function createFreeRounds({ clock }: { readonly clock: Clock }): FreeRounds {
  return {
    async offered(executor, { memberId, provider, gameId }) {
      const rows = await playable(executor, memberId, clock.now());
      return (
        rows
          .filter((row) => row.provider === provider && row.games.includes(gameId))
          // A grant of an earlier version may have a stake that its game refuses: the others would wait behind it.
          .filter((row) => takesStake({ provider, gameId }, BigInt(row.stake), row.currency))
          .slice(0, MAX_FREE_ROUND_GRANTS)
          .map((row) => ({
            grantId: row.id,
            rounds: row.rounds,
            left: row.rounds - row.played,
            stake: row.stake as `${bigint}`,
            won: row.won as `${bigint}`,
            expiresAt: row.expires_at.toISOString(),
          }))
      );
    },
    play: (tx, round) => play(tx, round, clock.now()),
    settle: (tx, end) => settle(tx, end),
    async finish(tx, { provider, roundId }) {
      await tx
        .updateTable('free_round')
        .set({ state: 'settled' })
        .where('provider', '=', provider)
        .where('round_id', '=', roundId)
        .where('state', '=', 'open')
        .execute();
    },
    giveBack: (tx, bet) => giveBack(tx, bet),
  };
}

/** Grants with rounds that can be played now, the soonest end first. */
export function playable(executor: Executor, memberId: string, now: Date): Promise<GrantRow[]> {
  return executor
    .selectFrom('free_round_grant')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .whereRef('played', '<', 'rounds')
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
}

async function play(tx: Tx, round: FreeRoundPlay, now: Date): Promise<FreeRoundRefusal | undefined> {
  const { memberId, provider, transactionId, roundId, gameId, grantId, stake } = round;
  const row = GRANT.test(grantId)
    ? await tx.selectFrom('free_round_grant').selectAll().where('id', '=', grantId).forUpdate().executeTakeFirst()
    : undefined;
  if (!row || row.member_id !== memberId || row.provider !== provider) return 'unknown';
  if (!row.games.includes(gameId)) return 'wrong_game';
  if (BigInt(row.stake) !== stake) return 'wrong_stake';
  if (row.played >= row.rounds) return 'none_left';
  if (row.state !== 'open' || row.expires_at <= now) return 'expired';
  await tx
    .updateTable('free_round_grant')
    .set({ played: row.played + 1 })
    .where('id', '=', row.id)
    .execute();
  const played = { provider, transaction_id: transactionId, grant_id: row.id, round_id: roundId, state: 'open' } as const;
  await tx.insertInto('free_round').values(played).execute();
  return undefined;
}

async function settle(tx: Tx, { provider, betTransactionId, units }: FreeRoundEnd): Promise<'wallet' | 'later'> {
  const { rows } = await sql<Pick<GrantRow, 'wagering'>>`
    with ended as (
      update free_round set state = 'settled', won = ${units.toString()}::bigint
       where provider = ${provider} and transaction_id = ${betTransactionId} and state = 'open' returning grant_id)
    update free_round_grant g set won = g.won + ${units.toString()}::bigint from ended where g.id = ended.grant_id
    returning g.wagering`.execute(tx);
  const [grant] = rows;
  if (!grant) throw new Error(`the free round ${provider}/${betTransactionId} is not open`);
  return grant.wagering === null ? 'wallet' : 'later';
}

async function giveBack(tx: Tx, { provider, betTransactionId }: Omit<FreeRoundEnd, 'units'>): Promise<void> {
  const { rows } = await sql`
    with ended as (
      update free_round set state = 'returned'
       where provider = ${provider} and transaction_id = ${betTransactionId} and state = 'open' returning grant_id)
    update free_round_grant g set played = g.played - 1 from ended where g.id = ended.grant_id returning g.id`.execute(tx);
  if (rows.length !== 1) throw new Error(`the free round ${provider}/${betTransactionId} is not open`);
}
