import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import type { Executor } from '../../../base/db/index.ts';
import { vendorWallet } from '../../../ledger/index.ts';
import type { TransferLine, TransferWalletDeps, VendorWalletRow } from './contracts.ts';
import { bookEntries } from './entries.ts';
import { readHistory } from './history.ts';
import { lineOf } from './lines.ts';
import { openMoves } from './move-store.ts';
import { beginMove, REQUEST_MS, sendMove } from './moves.ts';
import { claimWallets, playerOf, restingHolders, updateVendorWallet } from './vendor-wallet-store.ts';

const BATCH = 40;
const LEASE_MS = MINUTE_MS;

/** Brings money back that is due: after the session, after a time without play, at a break, an exclusion or a block. */
export async function returnDue(deps: TransferWalletDeps): Promise<void> {
  const due = await claimWallets(deps.db, 'return_due_at', { now: deps.clock.now(), limit: BATCH, leaseMs: LEASE_MS });
  const results = await Promise.allSettled(due.map((vendorWallet) => returnVendorWallet(deps, vendorWallet)));
  for (const result of results) if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'return of money failed');
}

/** Returns of members whose play was ended for their protection, or who are blocked. */
export async function returnOfResting(deps: TransferWalletDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { provider, member_id: memberId } of await restingHolders(deps.db, now)) {
    const member = await deps.members.find(deps.db, memberId);
    if (member?.blocked || (await deps.protection.resting(deps.db, memberId)))
      await updateVendorWallet(deps.db, { provider, memberId }, { return_due_at: now });
  }
}

/** Ends the play, books what was played, and moves the rest to the wallet. Repeated until nothing is left. */
export async function returnVendorWallet(deps: TransferWalletDeps, vendorWallet: VendorWalletRow, deadlineMs = REQUEST_MS): Promise<void> {
  const { provider, member_id: memberId } = vendorWallet;
  const line = lineOf(deps.providers, provider);
  const player = await playerOf(deps.db, provider, memberId);
  if (!line || player === undefined) return;
  await deps.send(line, 'logout', { player }, deadlineMs);
  await moveOutAll(deps, line, { memberId, player, vassalage: vendorWallet.vassalage }, deadlineMs);
  if (await isEmpty(deps, vendorWallet)) await updateVendorWallet(deps.db, { provider, memberId }, { return_due_at: null });
}

/**
 * Moves what both the provider and the ledger have: neither a stake that is not reported yet nor a difference between the two becomes
 * money of the wallet.
 */
async function moveOutAll(
  deps: TransferWalletDeps,
  line: TransferLine,
  { memberId, player, vassalage }: { readonly memberId: string; readonly player: string; readonly vassalage: string },
  deadlineMs: number,
): Promise<void> {
  await readHistory(deps, line, deadlineMs);
  await bookEntries(deps, line.code, player);
  const account = await deps.wallet.balance(deps.db, memberId, vendorWallet(vassalage));
  if (!account || account.units <= 0n) return;
  const reply = await deps.send(line, 'balance', { player }, deadlineMs);
  if (reply.kind !== 'answer' || reply.answer.status !== 'OK' || reply.answer.balance === undefined) return;
  const there = BigInt(reply.answer.balance);
  const units = there < account.units ? there : account.units;
  if (units === 0n) return;
  const { move } = await beginMove(deps, {
    memberId,
    currency: account.currency,
    provider: line.code,
    direction: 'out',
    units,
    cause: 'return',
    reference: `return:${randomUUID()}`,
  });
  await sendMove(deps, move, line, deadlineMs);
}

async function isEmpty(deps: TransferWalletDeps, vendorWallet: VendorWalletRow): Promise<boolean> {
  const open = await openMoves(deps.db, vendorWallet.member_id);
  const units = await unitsOf(deps, deps.db, vendorWallet);
  return units <= 0n && open.every(({ provider }) => provider !== vendorWallet.provider);
}

async function unitsOf(
  { wallet }: TransferWalletDeps,
  executor: Executor,
  { member_id: memberId, vassalage }: VendorWalletRow,
): Promise<bigint> {
  return (await wallet.balance(executor, memberId, vendorWallet(vassalage)))?.units ?? 0n;
}
