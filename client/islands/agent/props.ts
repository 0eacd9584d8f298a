import type { TermsFields } from '../../../shared/api/agent-contracts/form.ts';
import type { TermsValue } from '../../../shared/api/agent-contracts/schemas.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import type { DividendPeriod, WageKind } from '../../../shared/rules/wages.ts';

/**
 * `hydrate="visible"`. Copies and shares an invitation link, or loads a file of lines and shows how many have arrived. One island, because each
 * makes the script of every page longer.
 */
export type LinkActionsProps = InvitationLinkProps | FileLinkProps;

export interface InvitationLinkProps {
  readonly kind: 'invitation';
  readonly url: string;
  /** Name of the site, for the sharing dialog of the device. */
  readonly title: string;
}

export interface FileLinkProps {
  readonly kind: 'file';
  readonly url: string;
}

/** `hydrate="idle"`. */
export interface NextWageProps {
  readonly kind: WageKind;
  /** End of the present window of the contract, ISO 8601. */
  readonly at: string;
  readonly timeZone: string;
  /** Today in the merchant's zone: the statements that are read with the server's clock. */
  readonly day: string;
}

/** `hydrate="load"`. In the form of a contract. */
export interface ContractPreviewProps {
  readonly kind: WageKind;
  readonly period: DividendPeriod | null;
  readonly account: string;
  /** The reader's own contract. */
  readonly own: TermsValue;
  readonly ceilingBp: number;
  readonly highestBp: number;
  readonly currency: CurrencyView;
  /** Entries of the form, and those of the example. */
  readonly fields: TermsFields;
}
