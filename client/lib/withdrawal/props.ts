import type { ValueOf } from '../../../shared/api/define-call.ts';
import type { Withdrawal, withdrawalList, withdrawalOptions } from '../../../shared/api/withdrawal-calls.ts';
import type { FormView } from '../auth/props.ts';

export type WithdrawOptions = ValueOf<typeof withdrawalOptions>;
export type WithdrawHistory = ValueOf<typeof withdrawalList>;

/** `wake="load"`. */
export interface WithdrawProps {
  readonly options: WithdrawOptions;
  /** The withdrawal that the address names; null: a new one may be asked for. */
  readonly current: Withdrawal | null;
  /** The address names one that is not the member's. */
  readonly missing: boolean;
  readonly history: WithdrawHistory;
  readonly form: FormView | null;
  /** A request has just gone through without script. */
  readonly requested: boolean;
  /** Made by the server for the form without script; one per rendered form. */
  readonly reference: string;
  /** The merchant's: times on this page name it. */
  readonly timeZone: string;
  /** The moment of the first render, for what is late. */
  readonly now: number;
}
