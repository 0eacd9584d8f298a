import type { Deposit, DepositChannel } from '../../../shared/api/deposit-calls.ts';
import type { Balance } from '../../../shared/api/wallet-calls.ts';
import type { FormView } from '../auth/props.ts';
import type { MemberLinks } from '../shell/props.ts';

/** `wake="load"`. */
export interface DepositProps {
  /** The last used first. */
  readonly channels: readonly DepositChannel[];
  /** Nothing has been credited yet, and the member has no limit of deposits. */
  readonly offerLimit: boolean;
  readonly balance: Balance | null;
  /** The deposit that the address names, or one that waits for its payment; null: the form. */
  readonly current: Deposit | null;
  /** The last ones, newest first. */
  readonly history: readonly Deposit[];
  readonly form: FormView | null;
  /** Made by the server for the form without script; one per rendered form. */
  readonly reference: string;
  readonly links: MemberLinks;
  /** Of the merchant, in which times are written. */
  readonly timeZone: string;
  /** Origin of the site, for codes that another device scans. */
  readonly origin: string;
  /** Page with the member's limits. */
  readonly limitsHref: string;
}
