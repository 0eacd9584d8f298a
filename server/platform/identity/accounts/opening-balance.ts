import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { memberLegs, type Wallet } from '../../ledger/index.ts';
import type { MemberRow } from '../members/index.ts';

/** Opening balance in whole units, posted to the ledger once per member. */
export async function grantOpeningBalance(
  wallet: Wallet,
  tx: Tx,
  afterCommit: AfterCommit,
  { id, account, type, currency }: MemberRow,
  credit: number,
): Promise<void> {
  const trial = type === TRIAL_TYPE;
  const kind = trial ? 'trial-grant' : 'adjustment';
  const result = await wallet.transfer(
    tx,
    {
      reference: `opening:${id}`,
      kind,
      currency,
      realm: trial ? 'trial' : 'real',
      memberId: id,
      legs: memberLegs(id, kind, BigInt(credit) * UNITS_PER_WHOLE),
    },
    afterCommit,
  );
  if (result.outcome !== 'posted') throw new Error(`The opening balance of ${account} was not posted: ${result.outcome}.`);
}
