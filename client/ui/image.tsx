import type { ComponentProps } from 'react';
import { useImageUrl } from './image-host.ts';

export interface ImageProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'loading' | 'width' | 'height'> {
  /** Path on the site. */
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** In the first row: loaded at once instead of near the screen. */
  readonly eager?: boolean;
}

/** A picture from the visitor's image host; `images/rescue.ts` tries other hosts after a failure. */
export function Image({ src, eager, alt, ...attributes }: ImageProps) {
  const url = useImageUrl(src);
  return (
    <img
      {...attributes}
      src={url}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  );
}
