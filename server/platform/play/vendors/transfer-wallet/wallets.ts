import type { Units } from '../../../../../shared/money/money.ts';
import type { Actor } from '../../../base/actor.ts';
import { Refusal } from '../../../base/refusal.ts';
import { vendorWallet } from '../../../ledger/index.ts';
import type { ExternalOrder, ExternalWallets } from '../../../money/transfer/index.ts';
import type { MoveRow, TransferLine, TransferWalletDeps } from './contracts.ts';
import { bookEntries } from './entries.ts';
import { readHistory } from './history.ts';
import { lineOf, transferWalletOf } from './lines.ts';
import { findMoveByReference, openMoves } from './move-store.ts';
import { beginMove, sendMove } from './moves.ts';
import { openPlayer, waitFor } from './play.ts';
import { playerOf } from './vendor-wallet-store.ts';

/** The portal waits five seconds for the answer to a transfer; a move that takes longer continues without the member. */
const WAIT_MS = 2_500;
const HISTORY_MS = 1_200;
const LANGUAGE = 'EN';

/** The member's wallets at providers that keep balances, for the transfers of members. */
export function createExternalWallets(deps: TransferWalletDeps): ExternalWallets {
  const { db, providers } = deps;
  const codesOf = async () => {
    await providers.refresh?.();
    return new Map(
      (providers.transferWallets?.() ?? []).flatMap((code) => {
        const settings = transferWalletOf(providers, code);
        return settings ? [[settings.vassalage, code] as const] : [];
      }),
    );
  };
  const lineAt = async (vassalage: string) => {
    const code = (await codesOf()).get(vassalage);
    const line = code === undefined ? undefined : lineOf(providers, code);
    if (!line) throw new Refusal('vendor_unreachable');
    return line;
  };
  return {
    codes: async () => new Set((await codesOf()).keys()),
    isKnown: async (memberId, reference) => (await findMoveByReference(db, memberId, reference)) !== undefined,
    async moving(memberId) {
      const rows = await openMoves(db, memberId);
      return rows.map(({ id, vassalage, direction, amount, created_at }) => ({
        id,
        vassalage,
        direction,
        units: BigInt(amount),
        since: created_at,
      }));
    },
    move: async (actor, order) => void (await move(deps, actor, order, await lineAt(order.vassalage))),
    async collect(actor, vassalage, reference) {
      const line = await lineAt(vassalage);
      const known = await findMoveByReference(db, actor.memberId, reference);
      const units = known ? BigInt(known.amount) : await unitsThere(deps, actor, line, vassalage);
      if (units <= 0n) return 0n;
      const moved = await move(deps, actor, { vassalage, direction: 'out', units, reference }, line);
      return moved?.state === 'done' ? units : 0n;
    },
  };
}

/** Undefined or open: being moved. Refuses if the provider has refused: the money is where it was. */
async function move(deps: TransferWalletDeps, actor: Actor, order: ExternalOrder, line: TransferLine): Promise<MoveRow | undefined> {
  const { memberId, currency } = actor;
  const { vassalage, direction, units, reference } = order;
  const known = await findMoveByReference(deps.db, memberId, reference);
  if (!known && direction === 'in') await openPlayer(deps, actor, line, { vassalage, language: LANGUAGE });
  if (!known && direction === 'out') await bookPlay(deps, memberId, line);
  const begun = await beginMove(deps, { memberId, currency, provider: line.code, direction, units, cause: 'member', reference });
  const ended = begun.fresh ? await waitFor(deps, sendMove(deps, begun.move, line), WAIT_MS) : begun.move;
  if (ended?.state === 'returned') throw new Refusal(ended.reason === 'INSUFFICIENT_FUNDS' ? 'insufficient_funds' : 'vendor_move_refused');
  return ended;
}

async function unitsThere(deps: TransferWalletDeps, { memberId }: Actor, line: TransferLine, vassalage: string): Promise<Units> {
  await bookPlay(deps, memberId, line);
  return (await deps.wallet.balance(deps.db, memberId, vendorWallet(vassalage)))?.units ?? 0n;
}

/** What was played until now, so that the ledger has what the provider has. Without an answer the job catches up. */
async function bookPlay(deps: TransferWalletDeps, memberId: string, line: TransferLine): Promise<void> {
  const player = await playerOf(deps.db, line.code, memberId);
  if (player === undefined) return;
  await readHistory(deps, line, HISTORY_MS);
  await bookEntries(deps, line.code, player);
}
