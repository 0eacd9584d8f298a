import { expect } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit, type Wallet } from '../../ledger/index.ts';
import { DEFAULT_DEPOSIT_RULES } from '../../merchant/deposit-rules.ts';
import { createTestDeposits, type TestDeposits } from './test-deposits.ts';

export interface DepositModel {
  readonly database: TestDatabase;
  readonly at: TestDeposits;
}

/** Deposits on a separate database, without limits of open and failed deposits. */
export async function openModel(): Promise<DepositModel> {
  const database = await openTestDatabase();
  const at = createTestDeposits(database.db);
  at.knobs.rules = { ...DEFAULT_DEPOSIT_RULES, maxOpen: 50, failedTries: 20 };
  await at.seed();
  return { database, at };
}

/** The ledger must balance at the end. */
export async function closeModel({ database }: DepositModel): Promise<void> {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
}

/** Units of the house's accounts whose kind matches `kind`. */
export async function houseBalance({ database }: DepositModel, kind: string): Promise<bigint> {
  const rows = await database.db
    .selectFrom('ledger_account')
    .select('balance')
    .where('owner', '=', 'house')
    .where('kind', 'like', kind)
    .execute();
  return rows.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
}

/** A planted fault: with `newReferences` no transfer is recognised as a repetition. */
export function renamingWallet(wallet: Wallet, newReferences: boolean): Wallet {
  let count = 0;
  return {
    ...wallet,
    transfer(executor, instruction, afterCommit) {
      count += 1;
      const reference = newReferences ? `${instruction.reference}:${count}` : instruction.reference;
      return wallet.transfer(executor, { ...instruction, reference }, afterCommit);
    },
  };
}
