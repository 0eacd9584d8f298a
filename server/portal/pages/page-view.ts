import type { ReactElement } from 'react';
import type { IslandName } from '../../../client/islands/island-props.ts';
import type { PageContext } from '../../../views/layouts/page-context.ts';

/** A page that is ready to be rendered. */
export interface PageView {
  readonly status: number;
  /** Without the brand. */
  readonly title: string;
  readonly description?: string;
  /** Source file of the view, for its style sheets. */
  readonly entry: `views/pages/${string}.tsx`;
  /** Islands besides those of every page, for their style sheets. */
  readonly islands: readonly IslandName[];
  readonly noIndex?: boolean;
  /** The address is one of unboundedly many without content, so the page is not cached. */
  readonly unbounded?: boolean;
  /** Origins that the page's scripts may connect to, besides the site's own. */
  readonly connect?: readonly string[];
  readonly body: ReactElement;
}

/** A redirect to another page of this site. */
export interface PageRedirect {
  readonly redirect: string;
}

export type Query = URLSearchParams;

/** Context of a page without its address, dialog and image hosts. */
export type SiteContext = Omit<PageContext, 'here' | 'modal' | 'imageHosts'>;
