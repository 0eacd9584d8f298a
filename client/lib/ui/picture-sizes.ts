interface Picture {
  readonly imageUrl: string;
  readonly smallImageUrl?: string | undefined;
}

/** How wide a banner is shown: the whole width of a phone, else at most its place beside the other. */
const SIZES = '(max-width: 800px) 100vw, 1040px';

/** What lets a browser choose between both widths of a picture; nothing for artwork, which is drawn at any size. */
export function pictureSizes({ imageUrl, smallImageUrl }: Picture): { srcSet?: string; sizes?: string } {
  return smallImageUrl ? { srcSet: `${smallImageUrl} 800w, ${imageUrl} 1600w`, sizes: SIZES } : {};
}
