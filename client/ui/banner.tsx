import type { Banner as BannerData } from '../../shared/api/publishing/schemas.ts';
import banner from './banner.module.css';
import { ButtonLink } from './button.tsx';
import { classNames } from './class-names.ts';
import { pictureSizes } from './picture-sizes.ts';

export interface BannerProps {
  readonly banner: Pick<BannerData, 'title' | 'text' | 'action' | 'href' | 'imageUrl' | 'smallImageUrl' | 'tone'>;
  /** The narrow banner next to the main one. */
  readonly small?: boolean;
  /** Visible at once, so it is loaded first. */
  readonly eager?: boolean;
}

/** A promotion with text over its artwork. */
export function Banner({ banner: { title, text, action, href, imageUrl, smallImageUrl, tone }, small, eager }: BannerProps) {
  return (
    <div className={classNames(banner.banner, small && banner.small)} data-tone={tone}>
      <img
        className={banner.art}
        src={small ? (smallImageUrl ?? imageUrl) : imageUrl}
        {...(small ? {} : pictureSizes({ imageUrl, smallImageUrl }))}
        alt=""
        width={1040}
        height={320}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
      <h2 className={banner.title}>{title}</h2>
      <p className={banner.text}>{text}</p>
      {action && href ? (
        <ButtonLink variant="primary" dense href={href}>
          {action}
        </ButtonLink>
      ) : null}
    </div>
  );
}
