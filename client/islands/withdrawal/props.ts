import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { withdrawalList, withdrawalOptions } from '../../../shared/api/withdrawal/calls.ts';
import type { Withdrawal } from '../../../shared/api/withdrawal/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { FormView } from '../sign-in/props.ts';

export type WithdrawOptions = ValueOf<typeof withdrawalOptions>;
export type WithdrawHistory = ValueOf<typeof withdrawalList>;

/** `hydrate="load"`. */
export interface WithdrawProps {
  readonly options: WithdrawOptions;
  /** The withdrawal named by the address; null: the form of a new one. */
  readonly current: Withdrawal | null;
  /** The address names a withdrawal of another member. */
  readonly missing: boolean;
  readonly history: WithdrawHistory;
  readonly form: FormView | null;
  /** A request has been completed without script. */
  readonly requested: boolean;
  /** Created by the server for the form without script; one per rendered form. */
  readonly reference: string;
  /** The merchant's time zone, named next to times. */
  readonly timeZone: string;
  /** Time of the first render, to decide what is late. */
  readonly now: number;
}

export interface RequestFormProps extends Pick<WithdrawProps, 'form' | 'reference' | 'timeZone'> {
  readonly t: Translate;
  readonly options: WithdrawOptions;
}
