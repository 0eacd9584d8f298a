import type { FormView } from '../../../client/islands/sign-in/props.ts';
import type { WireAmount } from '../../../shared/money/money.ts';
import type { LimitKind, LimitPeriod } from '../../../shared/rules/protection.ts';
import type { PageContext } from '../../layouts/page-context.ts';

export const PROTECTION_PATH = '/member/protection';

export interface LimitRow {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** The member's own limit: a wire amount, or minutes; null without one. */
  readonly value: string | null;
  /** The effective limit: the stricter of the member's and the operator's. */
  readonly effective: string | null;
  /** The operator's limit, if it is the stricter one. */
  readonly operator: string | null;
  readonly used: string;
  /** Null without a limit. */
  readonly percent: number | null;
  readonly pending: { readonly value: string | null; readonly whenText: string; readonly ready: boolean } | null;
  /** The form is expanded. */
  readonly open: boolean;
  readonly typed: string;
  readonly error: string;
  readonly presets: readonly string[];
  /** The member's own limit in typed form. */
  readonly current: string;
}

export interface ProtectionView {
  readonly kinds: readonly { readonly kind: LimitKind; readonly rows: readonly LimitRow[] }[];
  readonly check: { readonly minutes: number; readonly choices: readonly number[]; readonly mayBeOff: boolean };
  readonly pause: {
    readonly kind: 'time-out' | 'exclusion';
    readonly fromText: string;
    /** Null: permanent. */
    readonly untilText: string | null;
    readonly mayReturn: boolean;
    readonly returnText: string | null;
  } | null;
  readonly net: Readonly<Record<'deposits' | 'payouts' | 'netDeposits' | 'result', WireAmount>>;
  readonly session: { readonly minutes: number; readonly staked: string; readonly net: string } | null;
  readonly coolHours: number;
  readonly returnHours: number;
  readonly stakeCeiling: string | null;
  readonly account: string;
  readonly currency: string;
  readonly currencySymbol: string;
  readonly timeZone: string;
  readonly form: FormView | null;
  /** Action completed without script. */
  readonly completedAction: string | null;
  readonly here: string;
}

export interface PartProps {
  readonly t: PageContext['t'];
  readonly view: ProtectionView;
}
