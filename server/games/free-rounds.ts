import { type Kysely, sql } from 'kysely';
import type { StudioGame } from '../../shared/games/catalogue.ts';
import type { FreeRoundsWire } from '../../shared/games/protocol.ts';
import { isStake } from '../../shared/games/rules.ts';
import { coinOf } from '../../shared/money/currency-steps.ts';
import { toWire, type Units } from '../../shared/money/money.ts';
import type { FreeRoundGrant } from '../../shared/seamless/wallet.ts';
import { StudioRefusal } from './refusal.ts';
import type { Session } from './store.ts';
import type { StudioExecutor } from './tables.ts';

/** Free rounds of a session as the wallet has named them, and the grant of each free round. */
export async function createFreeRounds(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_session add column free_rounds jsonb`.execute(db);
  await sql`alter table studio_round add column free_grant text`.execute(db);
  await sql`create index studio_round_free on studio_round (player, free_grant) where free_grant is not null`.execute(db);
}

/** Refuses a free round that the wallet has not named for the session, or with another stake, before anything is drawn. */
export function requireGrant({ free_rounds }: Pick<Session, 'free_rounds'>, grantId: string, stake: Units): void {
  const grant = free_rounds?.find((one) => one.grantId === grantId);
  if (!grant) throw new StudioRefusal('free_round_over');
  if (BigInt(grant.stake) !== stake) throw new StudioRefusal('bet_invalid');
}

/** The free rounds of the session as they are now: the wallet names them once, and the rounds of all sessions since then are here. */
export async function freeRoundsNow(
  executor: StudioExecutor,
  { player, free_rounds }: Pick<Session, 'player' | 'free_rounds'>,
): Promise<readonly FreeRoundsWire[]> {
  if (!free_rounds) return [];
  const { rows } = await sql<{ id: string; played: number; won: string }>`
    select free_grant as id, count(*)::int as played, coalesce(sum(payout) filter (where state = 'settled'), 0) as won
      from studio_round
     where player = ${player} and free_grant = any(${free_rounds.map(({ grantId }) => grantId)}::text[]) and state in ('open', 'settled')
     group by free_grant`.execute(executor);
  const known = new Map(rows.map((row) => [row.id, row]));
  return free_rounds.map((grant) => {
    const { played = 0, won = '0' } = known.get(grant.grantId) ?? {};
    return {
      grantId: grant.grantId,
      rounds: grant.rounds,
      left: Math.max(0, grant.rounds - played),
      stake: toWire(BigInt(grant.stake)),
      won: toWire(BigInt(won)),
    };
  });
}

/**
 * As the session keeps them; null: none. Only slots have free rounds. Grants whose stake the game does not take are left out: each round of
 * them would be refused, and the page, which plays free rounds first, would come to nothing else.
 */
export function storedGrants(
  { engine, variant }: Pick<StudioGame, 'engine' | 'variant'>,
  currency: string,
  grants: readonly FreeRoundGrant[],
): readonly FreeRoundGrant[] | null {
  if (engine !== 'slot') return null;
  const coin = coinOf(currency);
  const sound = grants.filter(({ stake }) => isStake(variant, [BigInt(stake)], BigInt(stake), coin));
  return sound.length === 0 ? null : sound;
}
