import { PATHS } from '../../client/page/paths.ts';
import type { PageContext } from '../layouts/page-context.ts';

/**
 * Attributes of a link to customer service: a page of this site, or a separate window if the merchant's is on another
 * site.
 */
export function contactLink({ contactOutside }: Pick<PageContext, 'contactOutside'>) {
  const href = PATHS.customerService;
  return contactOutside ? ({ href, target: '_blank', rel: 'noopener', 'data-popup': '' } as const) : { href };
}
