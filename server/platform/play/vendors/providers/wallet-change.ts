import type { Executor } from '../../../base/db/index.ts';
import { transitWallet, vendorWallet } from '../../../ledger/index.ts';
import type { ProviderDefinition } from './definition.ts';

/**
 * True while a provider's kind of wallet, or the vendor of its wallet, must not change: members have money there. What the provider
 * keeps would count as money of the ledger alone, or the reverse.
 */
export async function isWalletInUse(
  executor: Executor,
  before: ProviderDefinition | undefined,
  after: ProviderDefinition,
): Promise<boolean> {
  if (keeperOf(before) === keeperOf(after)) return false;
  const codes = [...(before?.vendors ?? []), ...after.vendors].map(({ code }) => code);
  const found = await executor
    .selectFrom('ledger_account')
    .select('id')
    .where('kind', 'in', [...codes.map(vendorWallet), ...codes.map(transitWallet)])
    .where('owner', '<>', 'house')
    .where('balance', '<>', '0')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Vendor whose money the provider keeps. */
function keeperOf(definition: ProviderDefinition | undefined): string | undefined {
  return definition?.wallet && definition.vendors[0]?.code;
}
