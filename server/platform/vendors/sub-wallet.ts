import { DEFAULT_LANGUAGE } from '../../../shared/constants.ts';
import type { Executor } from '../db/database.ts';
import { vendorWallet, WALLET } from '../wallet/index.ts';
import type { Holder } from './answers.ts';
import type { VendorDeps } from './contracts.ts';
import * as store from './store.ts';

type Played = { readonly roundId?: string | undefined; readonly gameId: string };

/**
 * The holder with the account and the balance that a game plays with. Where the merchant runs one wallet (`isSingle`)
 * that is the wallet; else it is the member's wallet at the game's vendor. A round keeps the account that it began with,
 * even when the merchant changes over while it is open. Play money is never divided.
 */
export async function playing(deps: VendorDeps, executor: Executor, holder: Holder, played: Played): Promise<Holder> {
  if (holder.single) return holder;
  const account = await accountOf(deps, executor, holder, played);
  if (account === WALLET) return holder;
  const found = await deps.wallet.balance(executor, holder.memberId, account);
  if (!found) await deps.wallet.openMember(executor, { ...holder, kind: account });
  return { ...holder, account, balance: found?.units ?? 0n };
}

async function accountOf(deps: VendorDeps, executor: Executor, holder: Holder, { roundId, gameId }: Played): Promise<string> {
  const round = roundId === undefined ? undefined : await store.findRound(executor, holder.provider, roundId);
  if (round) return round.wallet_kind;
  const game = await deps.games.find(executor, gameId, DEFAULT_LANGUAGE);
  return game ? vendorWallet(game.vassalage) : WALLET;
}
