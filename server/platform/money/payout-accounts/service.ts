import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { payoutList } from '../../../../shared/api/payout-accounts/calls.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';
import { type PayoutRules, readMerchant } from '../../merchant/index.ts';
import { readProfile } from '../../notify/contacts/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import type { PayoutAccount, PayoutAccounts } from './contracts.ts';
import { refuseAfterReset } from './cooling.ts';
import { maskNumber } from './number.ts';
import { findAccount, findAccounts, lockAccount, type PayoutRow } from './store.ts';

export interface PayoutAccountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly inbox: Inbox;
  readonly messages: Pick<Messages, 'notify'>;
  /** Whether the account has an unfinished withdrawal. Called in the transaction that has locked the account. */
  readonly hasOpenPayout: (executor: Executor, accountId: string) => Promise<boolean>;
}

/** Purpose for sealing numbers and names. */
export const NUMBER_PURPOSE = 'payout_account.number';
export const HOLDER_PURPOSE = 'payout_account.holder';

export function createPayoutAccounts(deps: PayoutAccountDeps): PayoutAccounts {
  const { secrets } = deps;
  return {
    list: (executor, memberId) => listAccounts(deps, executor, memberId),
    async find(executor, memberId, id) {
      const row = await findAccount(executor, memberId, id);
      return row && (await readerOf(deps, executor, memberId))(row);
    },
    async forPayout(tx, memberId, id) {
      const row = await lockAccount(tx, memberId, id);
      if (!row) throw new Refusal('payout_account_not_found');
      await refuseAfterReset(deps, tx, memberId);
      const account = (await readerOf(deps, tx, memberId))(row);
      if (account.coolingUntil) throw new Refusal('payout_account_cooling', { until: account.coolingUntil.toISOString() });
      return account;
    },
    refuseAfterReset: (tx, memberId) => refuseAfterReset(deps, tx, memberId),
    async number(executor, id) {
      const row = await executor.selectFrom('payout_account').select('number').where('id', '=', id).executeTakeFirst();
      if (!row) throw new Refusal('payout_account_not_found');
      return secrets.open(NUMBER_PURPOSE, row.number);
    },
  };
}

/** Data of the member's page for payout accounts. */
export async function readPayoutState(deps: PayoutAccountDeps, memberId: string): Promise<ValueOf<typeof payoutList>> {
  const { db, secrets } = deps;
  const { max, coolingHours, providers } = await rulesOf(deps, db);
  const accounts = await listAccounts(deps, db, memberId);
  return {
    accounts: accounts.map(({ addedAt, coolingUntil, ...account }) => ({
      ...account,
      addedAt: addedAt.toISOString(),
      coolingUntil: coolingUntil?.toISOString() ?? null,
    })),
    most: max,
    holder: (await readProfile(db, secrets, memberId)).payeeName ?? null,
    coolingHours,
    providers,
  };
}

export async function rulesOf({ merchant }: PayoutAccountDeps, executor: Executor): Promise<PayoutRules> {
  return (await readMerchant(executor, merchant)).settings.payoutAccounts;
}

async function listAccounts(deps: PayoutAccountDeps, executor: Executor, memberId: string): Promise<readonly PayoutAccount[]> {
  return (await findAccounts(executor, memberId)).map(await readerOf(deps, executor, memberId));
}

/** Opens the sealed rows of one member. */
async function readerOf(deps: PayoutAccountDeps, executor: Executor, memberId: string): Promise<(row: PayoutRow) => PayoutAccount> {
  const { clock, secrets } = deps;
  const { coolingHours, providers } = await rulesOf(deps, executor);
  const names = new Map(providers.map(({ code, name }) => [code, name]));
  const member = await executor.selectFrom('member').select('payment_reset_at').where('id', '=', memberId).executeTakeFirst();
  const reset = member?.payment_reset_at?.getTime() ?? 0;
  return ({ id, kind, provider, holder, number, created_at }) => {
    const cooledAtMs = Math.max(created_at.getTime(), reset) + coolingHours * HOUR_MS;
    return {
      id,
      kind,
      provider,
      // A provider that the merchant has removed is shown by its code.
      providerName: names.get(provider) ?? provider,
      holder: secrets.open(HOLDER_PURPOSE, holder),
      masked: maskNumber(secrets.open(NUMBER_PURPOSE, number)),
      addedAt: created_at,
      coolingUntil: cooledAtMs > clock.now().getTime() ? new Date(cooledAtMs) : null,
    };
  };
}
