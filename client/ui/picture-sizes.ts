import type { Banner } from '../../shared/api/publishing/schemas.ts';

/** Display width of a banner: the full width of a phone, otherwise at most its column. */
const SIZES = '(max-width: 800px) 100vw, 1040px';

/** Attributes that let the browser choose between both widths of a picture; none for artwork, which is a vector image. */
export function pictureSizes({ imageUrl, smallImageUrl }: Pick<Banner, 'imageUrl' | 'smallImageUrl'>): { srcSet?: string; sizes?: string } {
  return smallImageUrl ? { srcSet: `${smallImageUrl} 800w, ${imageUrl} 1600w`, sizes: SIZES } : {};
}
