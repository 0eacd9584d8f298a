import type { FileChannel } from '../../money/deposit/index.ts';

/** Contents of a merchant file for the platform. */
export interface MerchantConfig {
  /** Creates the demo's accounts, vouchers and content. */
  readonly demo: boolean;
  /** Validated settings that differ from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Deposit channels; undefined: not in the file. */
  readonly channels?: readonly FileChannel[] | undefined;
}

/** Accounts of the demo, printed at start. */
export interface DemoAccount {
  readonly role: 'member' | 'trial' | 'agent' | 'fresh';
  readonly account: string;
  readonly password: string;
}
