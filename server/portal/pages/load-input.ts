import type { PageContext } from '../../../views/layouts/page-context.ts';
import type { FormState, Upstream, Visitor } from '../contracts.ts';
import type { Query } from './page-view.ts';

/** What a page is made from that is the same for everybody. */
export interface LoadInput {
  readonly upstream: Upstream;
  /** Never signed in: what these pages show is the same for everybody. */
  readonly visitor: Visitor;
  readonly context: PageContext;
  readonly timeZone: string;
  /** Of the merchant's currency. */
  readonly currencySymbol: string;
  readonly query: Query;
  /** False: the page is for a member who takes a break or is excluded; nothing is offered. */
  readonly offers: boolean;
  /** A form of the page that came back; then the page is for its visitor alone. */
  readonly form?: FormState | undefined;
}
