import type { Balance } from '../../../shared/api/balance/schemas.ts';
import type { Deposit, DepositChannel } from '../../../shared/api/deposit/schemas.ts';
import type { MemberLinks } from '../shell/props.ts';
import type { FormView } from '../sign-in/props.ts';

/** `hydrate="load"`. */
export interface DepositProps {
  /** Last used first. */
  readonly channels: readonly DepositChannel[];
  /** No deposit has been credited, and the member has no deposit limit. */
  readonly offerLimit: boolean;
  readonly balance: Balance | null;
  /** The deposit named by the address, or one that awaits payment; null: the form. */
  readonly current: Deposit | null;
  /** Newest first. */
  readonly history: readonly Deposit[];
  readonly form: FormView | null;
  /** Created by the server for the form without script; one per rendered form. */
  readonly reference: string;
  readonly links: MemberLinks;
  /** The merchant's time zone. */
  readonly timeZone: string;
  /** Texts of the demo, whose payments are simulated; null on other sites. */
  readonly demo: { readonly note: string; readonly openBank: string } | null;
  /** Origin of the site, for QR codes. */
  readonly origin: string;
  /** Page with the member's limits. */
  readonly limitsHref: string;
}
