import { hostedUrl } from '../../client/lib/images/image-host.ts';
import type { PageContext } from '../layouts/page-context.ts';

export { Image } from '../../client/lib/images/image.tsx';

/** Address of a picture where no `Image` can stand (`srcset`, preloads, style sheets of a page). */
export function imageUrl({ imageHosts }: Pick<PageContext, 'imageHosts'>, path: string): string {
  return hostedUrl(imageHosts[0] ?? '', path);
}
