import { PATHS } from '../../client/lib/paths.ts';
import type { PageContext } from '../layouts/page-context.ts';

/** Attributes of a link to customer service: a page of this site, or a window of its own where the merchant's is elsewhere. */
export function contactLink({ contactOutside }: Pick<PageContext, 'contactOutside'>) {
  const href = PATHS.customerService;
  return contactOutside ? ({ href, target: '_blank', rel: 'noopener', 'data-popup': '' } as const) : { href };
}
