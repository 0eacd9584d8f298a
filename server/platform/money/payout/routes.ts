import type { Units } from '../../../../shared/money/money.ts';
import type { PayoutProvider, PayoutRoute, PayoutSettings } from './contracts.ts';

export interface RoutedPayment {
  readonly amount: Units;
  readonly currency: string;
  readonly kind: 'BANK' | 'EWALLET';
  readonly bank: string;
}

/** `by hand`: no provider takes it, or all have failed. `waits`: the providers that take it are paused. */
export type Routing = PayoutProvider | 'by hand' | 'waits';

/** The first provider that takes the payment, has not failed with it before and is not paused. */
export function routeOf(
  { routes, providers }: PayoutSettings,
  payment: RoutedPayment,
  { failed, paused }: { readonly failed: ReadonlySet<string>; readonly paused: ReadonlySet<string> },
): Routing {
  const possible = routes.filter((route) => takes(route, payment) && !failed.has(route.provider));
  if (possible.length === 0) return 'by hand';
  const route = possible.find(({ provider }) => !paused.has(provider));
  return (route && providers.find(({ code }) => code === route.provider)) ?? 'waits';
}

function takes({ currency, kinds, banks, min, max }: PayoutRoute, payment: RoutedPayment): boolean {
  return (
    (currency === undefined || currency === payment.currency) &&
    (kinds === undefined || kinds.includes(payment.kind)) &&
    (banks === undefined || banks.includes(payment.bank)) &&
    (min === undefined || payment.amount >= min) &&
    (max === undefined || payment.amount <= max)
  );
}
