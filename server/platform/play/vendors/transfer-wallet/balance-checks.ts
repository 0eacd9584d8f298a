import { HOUR_MS, MINUTE_MS } from '../../../../../shared/time.ts';
import { vendorWallet } from '../../../ledger/index.ts';
import type { TransferLine, TransferWalletDeps, VendorWalletRow } from './contracts.ts';
import { bookEntries } from './entries.ts';
import { readHistory } from './history.ts';
import { lineOf } from './lines.ts';
import { openMoves } from './move-store.ts';
import { REQUEST_MS } from './moves.ts';
import { claimWallets, playerOf, updateVendorWallet } from './vendor-wallet-store.ts';

const BATCH = 40;
/** During play no comparison is possible. */
const BUSY_MS = MINUTE_MS;
const DIFFERENT_MS = 5 * MINUTE_MS;
const FULL_MS = HOUR_MS;

/** Compares balances at providers with the ledger. Differences are stored and reported, never corrected. */
export async function checkBalances(deps: TransferWalletDeps): Promise<void> {
  const due = await claimWallets(deps.db, 'check_due_at', { now: deps.clock.now(), limit: BATCH, leaseMs: BUSY_MS });
  const results = await Promise.allSettled(due.map((row) => checkVendorWallet(deps, row)));
  for (const result of results) if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'check of a balance failed');
}

/** Without play and moves from before the question until the history was read, both balances are the same. */
async function checkVendorWallet(deps: TransferWalletDeps, row: VendorWalletRow): Promise<void> {
  const { provider, member_id: memberId, vassalage } = row;
  const line = lineOf(deps.providers, provider);
  const player = await playerOf(deps.db, provider, memberId);
  if (!line || player === undefined) return;
  const account = () => deps.wallet.balance(deps.db, memberId, vendorWallet(vassalage));
  if ((await openMoves(deps.db, memberId)).some((move) => move.provider === provider)) return;
  const before = await balanceAt(deps, line, player);
  if (before === undefined || !(await readHistory(deps, line))) return;
  await bookEntries(deps, provider, player);
  const known = await account();
  const after = await balanceAt(deps, line, player);
  const now = deps.clock.now();
  if (before !== after || (await isMoving(deps, row, known?.version ?? 0))) return;
  const units = known?.units ?? 0n;
  const difference = after - units;
  const next = difference !== 0n ? DIFFERENT_MS : units > 0n ? FULL_MS : undefined;
  const since = difference === 0n ? null : (row.difference_since ?? now);
  await updateVendorWallet(
    deps.db,
    { provider, memberId },
    {
      difference: difference.toString(),
      difference_since: since,
      checked_at: now,
      check_due_at: next === undefined ? null : new Date(now.getTime() + next),
    },
  );
  if (difference !== 0n && row.difference_since === null)
    deps.log.error({ provider, memberId, difference: difference.toString() }, 'balance at a provider differs from the ledger');
}

async function balanceAt(deps: TransferWalletDeps, line: TransferLine, player: string): Promise<bigint | undefined> {
  const reply = await deps.send(line, 'balance', { player }, REQUEST_MS);
  if (reply.kind !== 'answer' || reply.answer.status !== 'OK' || reply.answer.balance === undefined) return undefined;
  return BigInt(reply.answer.balance);
}

async function isMoving(
  { db, wallet }: TransferWalletDeps,
  { provider, member_id: memberId, vassalage }: VendorWalletRow,
  version: number,
): Promise<boolean> {
  const now = await wallet.balance(db, memberId, vendorWallet(vassalage));
  return (now?.version ?? 0) !== version || (await openMoves(db, memberId)).some((move) => move.provider === provider);
}
