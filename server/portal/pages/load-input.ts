import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import type { PageContext } from '../../../views/layouts/page-context.ts';
import type { FormState, Upstream, Visitor } from '../contracts.ts';
import type { Query } from './page-view.ts';

/** Input of pages that are the same for all visitors. */
export interface LoadInput {
  readonly upstream: Upstream;
  /** Without a session where the page is the same for all visitors. */
  readonly visitor: Visitor;
  readonly context: PageContext;
  readonly timeZone: string;
  /** The merchant's currency. */
  readonly currency: CurrencyView;
  readonly query: Query;
  /** False: the member takes a break or is excluded, so the page contains no offers. */
  readonly offers: boolean;
  /** A posted form; the page is then for its visitor alone. */
  readonly form: FormState | undefined;
}
