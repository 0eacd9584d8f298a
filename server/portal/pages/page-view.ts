import type { ReactElement } from 'react';
import type { IslandName } from '../../../client/lib/island-props.ts';
import type { PageContext } from '../../../views/layouts/page-context.ts';

/** A page that is ready to be rendered. */
export interface PageView {
  readonly status: number;
  /** Without the brand. */
  readonly title: string;
  readonly description?: string;
  /** Source of the view, for its style sheets. */
  readonly entry: `views/pages/${string}.tsx`;
  /** Islands besides those of every page, for their style sheets. */
  readonly islands: readonly IslandName[];
  readonly noIndex?: boolean;
  /** What was asked for does not exist: one of endlessly many addresses, which are not kept. */
  readonly endless?: boolean;
  /** Origins that the page's scripts may ask, besides the site's own. */
  readonly connect?: readonly string[];
  readonly body: ReactElement;
}

/** Another page that the visitor is sent to instead; the address is of this site. */
export interface Elsewhere {
  readonly redirect: string;
}

export type Query = URLSearchParams;

/** Context of a page before it is known which address, dialog and image host it has. */
export type SiteContext = Omit<PageContext, 'here' | 'modal' | 'imageHosts'>;
