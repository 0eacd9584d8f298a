import type { Logger } from 'pino';
import type { PayoutEvent, PayoutReason, PayoutState } from '../../../../shared/api/payouts.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Executor, Tx } from '../../base/db/index.ts';
import type { PayoutAccounts } from '../payout-accounts/index.ts';
import type { ProviderHealth } from '../provider-health/index.ts';
import type { WithdrawalPayments } from '../withdrawal/index.ts';
import type { PayoutRow } from './store.ts';

/** A payment provider that pays out. */
export interface PayoutProvider {
  readonly code: string;
  /** Shared key of the signatures. */
  readonly secret: string;
  /** Address for orders; the state is requested at `<url>/status`. */
  readonly url: string;
  /** The provider's page for operators; the console links to it. */
  readonly desk?: string;
}

/** Which payouts a provider gets. Amounts in units of what the payee receives. */
export interface PayoutRoute {
  readonly provider: string;
  /** Absent: any. */
  readonly currency?: string;
  readonly kinds?: readonly ('BANK' | 'EWALLET')[];
  /** Codes of the merchant's banks and e-wallets. */
  readonly banks?: readonly string[];
  readonly min?: Units;
  readonly max?: Units;
}

/** Providers of payouts and their routes, the preferred one first. Without a route operators pay. */
export interface PayoutSettings {
  readonly providers: readonly PayoutProvider[];
  readonly routes: readonly PayoutRoute[];
}

/** State of a payout as a provider reports it, with totals so far. */
export interface PayoutReport {
  readonly state: PayoutState;
  readonly paid: Units;
  readonly returned: Units;
  readonly reason?: PayoutReason;
}

export interface PayoutDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: PayoutSettings;
  readonly health: Pick<ProviderHealth, 'paused' | 'report'>;
  readonly withdrawals: WithdrawalPayments;
  readonly payoutAccounts: Pick<PayoutAccounts, 'number'>;
}

export interface Payouts {
  /** Orders payouts for approved withdrawals and sends what is due; for the scheduler. */
  run(): Promise<void>;
  /** Applies a callback, which the caller has verified. */
  applyEvent(provider: string, event: PayoutEvent): Promise<'ok' | 'unknown' | 'mismatch'>;
  readonly desk: PayoutDesk;
}

/** What an operator has learned from the provider about a payout without an answer. */
export type PayoutOutcome = 'paid' | 'failed';

export interface PayoutDesk {
  /** Payouts of a withdrawal, the latest first. */
  of(executor: Executor, withdrawalId: string): Promise<readonly PayoutRow[]>;
  /** Page of a provider for operators, if it has one. */
  pageOf(provider: string): string | undefined;
  /** The current payout of each withdrawal that has one. */
  current(executor: Executor, withdrawalIds: readonly string[]): Promise<ReadonlyMap<string, PayoutRow>>;
  /** Settles a payout that the provider does not answer. Refuses with `withdrawal_closed` if it is settled. */
  settle(
    tx: Tx,
    afterCommit: AfterCommit,
    payoutId: string,
    decision: { readonly operator: string; readonly reason: string; readonly outcome: PayoutOutcome },
  ): Promise<PayoutRow>;
}
