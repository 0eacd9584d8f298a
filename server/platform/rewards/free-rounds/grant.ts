import { zonedMoment } from '../../../../shared/time.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type MerchantSettings, policyOf, readMerchant } from '../../merchant/index.ts';
import type { GameFacts } from '../../play/vendors/index.ts';
import { isBonusOffered, mayReceiveBonus } from '../bonus/index.ts';
import type { FreeRoundDeps, FreeRoundOrder, GrantRow } from './contracts.ts';
import { gamesText, hrefOf } from './named-games.ts';
import { requireStake } from './stakes.ts';

/**
 * Gives free rounds; the same reference gives once. Refuses with a code: members on a break, excluded or at a limit, games that are not open
 * slots of one provider, a stake that they do not take, and wins that cannot become a bonus.
 */
export async function grantFreeRounds(deps: FreeRoundDeps, tx: Tx, afterCommit: AfterCommit, order: FreeRoundOrder): Promise<GrantRow> {
  const { memberId, reference, bonus } = order;
  const { settings } = await readMerchant(tx, deps.merchant);
  if (!settings.transfers.isSingle || (bonus && !isBonusOffered(settings))) throw new Refusal('free_rounds_off');
  const most = policyOf(settings.protection, settings.currency).maxWagering;
  if (bonus && most !== null && bonus.wagering > most) throw new Refusal('bonus_wagering', { max: String(most) });
  const games = await playableGames(deps, tx, order.games);
  const { provider } = games[0];
  requireStake(games, order.stake, settings.currency);
  await deps.wallet.lockWallets(tx, [memberId]);
  if (!(await mayReceiveBonus(deps, tx, memberId))) throw new Refusal('bonus_member_resting');
  const stored = {
    member_id: memberId,
    currency: settings.currency,
    source: order.source,
    reference,
    reason: order.reason,
    provider,
    games: [...order.games],
    rounds: order.rounds,
    stake: order.stake.toString(),
    wagering: bonus?.wagering ?? null,
    bonus_days: bonus?.days ?? null,
    expires_at: order.until,
    state: 'open',
    created_at: deps.clock.now(),
    ended_at: null,
  } as const;
  const added = await tx
    .insertInto('free_round_grant')
    .values(stored)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returningAll()
    .executeTakeFirst();
  const known = await tx.selectFrom('free_round_grant').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
  const isSame = known.member_id === memberId && known.rounds === order.rounds && BigInt(known.stake) === order.stake;
  if (!isSame || known.wagering !== stored.wagering || known.reason !== order.reason) throw new Refusal('reference_conflict');
  if (added) await notifyMember(deps, tx, afterCommit, added, settings);
  await deps.centre.publish(tx, afterCommit, memberId);
  return known;
}

/** A message with the games, until when they can be played, and what wins must be bet; its link is the first game. */
async function notifyMember(
  deps: FreeRoundDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  grant: GrantRow,
  { timeZone }: Pick<MerchantSettings, 'timeZone'>,
): Promise<void> {
  const { member_id: memberId, rounds, expires_at, wagering } = grant;
  const params = { rounds, game: await gamesText(deps, tx, grant), until: zonedMoment(expires_at, timeZone) };
  const href = hrefOf(grant);
  const message =
    wagering === null
      ? ({ template: 'free_rounds_given', params } as const)
      : ({ template: 'free_rounds_given_bonus', params: { ...params, times: wagering } } as const);
  await deps.inbox.post(tx, { memberId, href, ...message }, afterCommit);
}

/** Slots of one provider, all open to play. A provider is what members and operators see as one: a vendor of the list of games. */
async function playableGames({ games }: FreeRoundDeps, tx: Tx, ids: readonly string[]): Promise<readonly [GameFacts, ...GameFacts[]]> {
  const known = await games.findMany(tx, ids, 'EN');
  const [first, ...rest] = ids.map((id) => {
    const game = known.get(id);
    if (game?.enabled !== true || game.gameCategory !== 'RNG') throw new Refusal('free_rounds_game');
    return game;
  });
  if (!first) throw new Refusal('free_rounds_game');
  const other = rest.find(({ provider, vassalage }) => provider !== first.provider || vassalage !== first.vassalage);
  if (!other) return [first, ...rest];
  throw new Refusal('free_rounds_providers', {
    game: first.gameName,
    vendor: first.vendorName,
    otherGame: other.gameName,
    otherVendor: other.vendorName,
  });
}
