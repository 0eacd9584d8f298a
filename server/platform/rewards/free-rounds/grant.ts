import { zonedMoment } from '../../../../shared/time.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type MerchantSettings, policyOf, readMerchant } from '../../merchant/index.ts';
import { isBonusOffered, mayReceiveBonus } from '../bonus/index.ts';
import type { FreeRoundDeps, FreeRoundOrder, GrantRow } from './contracts.ts';

/**
 * Gives free rounds; the same reference gives once. Refuses with a code: members on a break, excluded or at a limit, games that are not slots
 * of one provider, and wins that cannot become a bonus.
 */
export async function grantFreeRounds(deps: FreeRoundDeps, tx: Tx, afterCommit: AfterCommit, order: FreeRoundOrder): Promise<GrantRow> {
  const { memberId, reference, bonus } = order;
  const { settings } = await readMerchant(tx, deps.merchant);
  if (!settings.transfers.isSingle || (bonus && !isBonusOffered(settings))) throw new Refusal('free_rounds_off');
  const most = policyOf(settings.protection, settings.currency).maxWagering;
  if (bonus && most !== null && bonus.wagering > most) throw new Refusal('bonus_wagering', { max: String(most) });
  const provider = await providerOf(deps, tx, order.games);
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

/** A message with the game, and until when it can be played; its link is the game. */
async function notifyMember(
  { games, inbox }: FreeRoundDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  grant: GrantRow,
  { defaultLanguage, timeZone }: Pick<MerchantSettings, 'defaultLanguage' | 'timeZone'>,
): Promise<void> {
  const { member_id: memberId, rounds, expires_at } = grant;
  const member = await tx.selectFrom('member').select('language').where('id', '=', memberId).executeTakeFirst();
  const [gameId = ''] = grant.games;
  const found = await games.findMany(tx, [gameId], member?.language ?? defaultLanguage);
  const params = { rounds, game: found.get(gameId)?.gameName ?? gameId, until: zonedMoment(expires_at, timeZone) };
  const href = `/game?gameId=${encodeURIComponent(gameId)}`;
  await inbox.post(tx, { memberId, template: 'free_rounds_given', params, href }, afterCommit);
}

/** The provider of all the games: slots that are open to play. */
async function providerOf({ games }: FreeRoundDeps, tx: Tx, ids: readonly string[]): Promise<string> {
  const found = await games.findMany(tx, ids, 'EN');
  const [first] = found.values();
  const isPlayable = ids.every((id) => {
    const game = found.get(id);
    return game?.enabled === true && game.gameCategory === 'RNG' && game.provider === first?.provider;
  });
  if (!first || !isPlayable) throw new Refusal('free_rounds_game');
  return first.provider;
}
