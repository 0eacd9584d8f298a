import type { Providers, TransferWallet } from '../contracts.ts';
import type { TransferLine } from './contracts.ts';

/** Undefined for a provider without a balance of its own. */
export function transferWalletOf(providers: Pick<Providers, 'get'>, code: string): TransferWallet | undefined {
  return providers.get(code)?.transferWallet;
}

/** Undefined without an address or a key: no request can be sent. */
export function lineOf(providers: Pick<Providers, 'get'>, code: string): TransferLine | undefined {
  const provider = providers.get(code);
  if (!provider?.transferWallet || provider.secret === undefined) return undefined;
  return { code, secret: provider.secret, url: provider.transferWallet.url };
}
