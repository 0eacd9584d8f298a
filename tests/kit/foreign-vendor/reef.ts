import { type OwnMerchant, openOwnMerchant } from '../own-merchant.ts';
import { type ForeignVendor, startForeignVendor } from './start.ts';

/** A merchant whose only games are those of Reef, a vendor of another maker. */
export interface Reef {
  readonly vendor: ForeignVendor;
  readonly merchant: OwnMerchant;
  close(): Promise<void>;
}

const KEY = 'the-key-that-reef-and-the-merchant-share';

/** Starts both. `provider` is what the entry of the merchant file has besides name, key, launch address and languages. */
export async function openReef(provider: {
  readonly permissions: readonly string[];
  readonly addresses?: readonly string[];
}): Promise<Reef> {
  let site = '';
  const vendor = await startForeignVendor({ code: 'REEF', key: KEY, site: () => site });
  const entry = {
    code: 'REEF',
    name: 'Reef Works',
    keyVariable: 'REEF_KEY',
    launchUrl: `${vendor.url}/open?token={ticket}&game={game}&lang={language}&theme={theme}`,
    currencies: ['THB'],
    languages: ['EN', 'TH'],
    vendors: [{ code: 'REEF', name: 'Reef' }],
    ...provider,
  };
  const merchant = await openOwnMerchant({ file: { vendors: { builtIn: [], providers: [entry] } }, env: { REEF_KEY: KEY } });
  site = merchant.service.url;
  return {
    vendor,
    merchant,
    async close() {
      await merchant.close();
      await vendor.stop();
    },
  };
}
