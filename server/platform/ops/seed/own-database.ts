import type { Executor } from '../../base/db/index.ts';
import type { MerchantSettings } from '../../merchant/index.ts';
import type { MerchantConfig } from './contracts.ts';

export type ForeignDatabaseCode =
  | 'database_of_other_merchant'
  | 'demo_on_merchant_database'
  | 'merchant_on_demo_database'
  | 'currency_with_accounts';

/** The database does not belong to this start. The message is for the person who starts the service. */
class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError';

  constructor(
    readonly code: ForeignDatabaseCode,
    text: string,
  ) {
    super(`${code}: ${text} No data was added.`);
  }
}

/**
 * One database serves one merchant, and either the demo, whose passwords are public, or a real merchant. A start without a
 * merchant file is a start of the demo.
 */
export async function requireOwnDatabase(executor: Executor, merchant: string, config: MerchantConfig | undefined): Promise<void> {
  const rows = await executor.selectFrom('merchant').select(['code', 'demo', 'settings']).execute();
  const other = rows.find(({ code }) => code !== merchant);
  if (other)
    throw new ForeignDatabaseError(
      'database_of_other_merchant',
      `the database belongs to the merchant ${other.code}, and MERCHANT is ${merchant}. Start with the merchant file of ${other.code}, or use an empty database for ${merchant}.`,
    );
  const existing = rows[0];
  if (!existing) return;
  const isDemo = config?.demo ?? true;
  if (isDemo && !existing.demo) throw demoOnMerchantDatabase(merchant, config);
  if (!isDemo && existing.demo)
    throw new ForeignDatabaseError(
      'merchant_on_demo_database',
      `the database contains the accounts of a demo, whose passwords are public, and the merchant file of ${merchant} has no "demo": true. Use an empty database for the merchant, or set "demo": true to continue the demo.`,
    );
  await requireSameCurrency(executor, existing.settings as MerchantSettings, config);
}

function demoOnMerchantDatabase(merchant: string, config: MerchantConfig | undefined): ForeignDatabaseError {
  const [cause, remedy] = config
    ? ['the merchant file has "demo": true', 'Remove "demo" from the file']
    : ['MERCHANT_FILE is not set', `Set MERCHANT_FILE to the file of ${merchant}`];
  return new ForeignDatabaseError(
    'demo_on_merchant_database',
    `the database belongs to the merchant ${merchant} and has no demo, and this start would add demo accounts with public passwords, because ${cause}. ${remedy}, or use an empty database for the demo.`,
  );
}

async function requireSameCurrency(executor: Executor, { currency }: MerchantSettings, config: MerchantConfig | undefined): Promise<void> {
  const configured = config?.settings.currency ?? currency;
  if (configured === currency) return;
  const member = await executor.selectFrom('member').select('id').limit(1).executeTakeFirst();
  if (!member) return;
  throw new ForeignDatabaseError(
    'currency_with_accounts',
    `the accounts of the members are in ${currency}, and the merchant file has ${String(configured)}. Set "currency" to ${currency}.`,
  );
}
