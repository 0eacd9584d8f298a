import type { Logger } from 'pino';
import type { Tx } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';

/** Warns of rates of cashback for vendors that neither the merchant file nor the console has: they have no effect. */
export async function warnOfUnknownVendors({ log, merchant }: { readonly log: Logger; readonly merchant: string }, tx: Tx): Promise<void> {
  const { vendorRates } = (await readMerchant(tx, merchant)).settings.cashback;
  if (vendorRates.length === 0) return;
  const rows = await tx.selectFrom('game_vendor').select('code').orderBy('code').execute();
  const known = rows.map(({ code }) => code);
  const unknown = vendorRates.map(({ vendor }) => vendor).filter((vendor) => !known.includes(vendor));
  if (unknown.length > 0) log.warn({ unknown, known }, 'settings.cashback.vendorRates names vendors that do not exist');
}
