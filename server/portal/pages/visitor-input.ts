import type { PageContext } from '../../../views/layouts/page-context.ts';
import type { FormState, Upstream, Visitor } from '../contracts.ts';
import type { Query } from './page-view.ts';

/** Input of a page for one visitor. */
export interface VisitorInput {
  readonly upstream: Upstream;
  readonly visitor: Visitor;
  readonly context: PageContext;
  readonly timeZone: string;
  /** By the platform's clock, which decides what "today" is. */
  readonly now: number;
  readonly query: Query;
  readonly form: FormState | undefined;
  /** Origin under which the visitor sees the portal. */
  readonly origin: string;
  readonly merchant: string;
  /** Hosts that games are launched from, the visitor's own first; empty: the site's own. */
  readonly launchHosts: readonly string[];
  /** Origins of outside vendors in the game frame. */
  readonly vendorFrames?: readonly string[];
}
