import type { MemberTransfer, TransferState, Wallets } from '../../../shared/api/transfer/schemas.ts';
import type { LastRound } from '../../../shared/api/vendors/schemas.ts';
import type { FormView } from '../sign-in/props.ts';

/** `hydrate="load"`. */
export interface MyWalletProps {
  readonly wallets: Wallets;
  /** The platform has confirmed that all games use one wallet. */
  readonly single: boolean;
  readonly form: FormView | null;
  /** A transfer has been completed without script. */
  readonly moved: boolean;
  /** Created by the server for the forms without script; one per rendered page. */
  readonly reference: string;
  /** An open round: the sums do not include its stake. */
  readonly lastRound: LastRound | null;
  /** Null for a page that the site does not have. */
  readonly links: { readonly deposit: string | null; readonly withdraw: string | null; readonly record: string | null };
}

/** `atText`: in the merchant's time zone. */
export type TransferView = MemberTransfer & { readonly atText: string };

/** `upline`: from a member to the agent above; `downline`: from an agent to a direct member. */
export type TransferDirection = 'upline' | 'downline';

/** Of both islands of transfers between people. `hydrate="load"`. */
export interface TransferProps {
  readonly direction: TransferDirection;
  /** Account of the receiver; null: the member has no agent. */
  readonly receiver: string | null;
  /** Address of the page. */
  readonly page: string;
  readonly state: Omit<TransferState, 'transfers'>;
  readonly transfers: readonly TransferView[];
  /** The transfer just completed without script. */
  readonly sentTransfer: TransferView | null;
  readonly form: FormView | null;
  /** Created by the server for the form without script; one per rendered form. */
  readonly reference: string;
  /** The merchant's time zone, named next to times. */
  readonly timeZone: string;
}
