import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { Executor } from '../../base/db/index.ts';
import { vendorWallet, WALLET } from '../../ledger/index.ts';
import type { Holder } from './answers.ts';
import type { VendorDeps } from './contracts.ts';
import * as store from './store.ts';

type GameReference = { readonly roundId?: string; readonly gameId: string };

/**
 * Selects the account that a game uses. With one wallet (`isSingle`) it is the main wallet, otherwise the member's wallet at the game's
 * vendor. An open round keeps its account when the merchant changes the setting. Play money always uses the main wallet.
 */
export async function accountForGame(deps: VendorDeps, executor: Executor, holder: Holder, played: GameReference): Promise<Holder> {
  if (holder.single) return holder;
  const account = await accountOf(deps, executor, holder, played);
  if (account === WALLET) return holder;
  const found = await deps.wallet.balance(executor, holder.memberId, account);
  if (!found) await deps.wallet.openMember(executor, { ...holder, kind: account });
  return { ...holder, account, balance: found?.units ?? 0n };
}

async function accountOf(deps: VendorDeps, executor: Executor, holder: Holder, { roundId, gameId }: GameReference): Promise<string> {
  const round = roundId === undefined ? undefined : await store.findRound(executor, holder.provider, roundId);
  if (round) return round.wallet_kind;
  const game = await deps.games.find(executor, gameId, DEFAULT_LANGUAGE);
  return game ? vendorWallet(game.vassalage) : WALLET;
}
