import { hostedUrl } from '../../client/ui/image-host.ts';
import type { PageContext } from '../layouts/page-context.ts';

export { Image } from '../../client/ui/image.tsx';

/** Address of a picture where `Image` cannot be used (`srcset`, preloads, style sheets). */
export function imageUrl({ imageHosts }: Pick<PageContext, 'imageHosts'>, path: string): string {
  return hostedUrl(imageHosts[0] ?? '', path);
}
