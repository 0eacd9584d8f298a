import { ButtonLink } from '../../client/ui/button.tsx';
import { classNames } from '../../client/ui/class-names.ts';
import { Icon } from '../../client/ui/icon.tsx';
import { pictureSizes } from '../../client/ui/picture-sizes.ts';
import type { Banner } from '../../shared/api/publishing/schemas.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './carousel.module.css';

interface CarouselProps {
  readonly t: Translate;
  readonly slides: readonly Banner[];
}

/** Banners that `client/page/carousel` moves. Not an island: it moves on a page that is not touched, which would load React for it. */
export function Carousel({ t, slides }: CarouselProps) {
  return (
    <section className={styles.carousel} aria-label={t('common.highlights')} data-carousel>
      <ul className={styles.track}>
        {slides.map((slide, index) => (
          <li key={slide.id} className={styles.slide} data-tone={slide.tone}>
            <img
              className={styles.art}
              {...pictureSizes(slide)}
              src={slide.imageUrl}
              alt=""
              width={1200}
              height={400}
              loading={index === 0 ? 'eager' : 'lazy'}
              fetchPriority={index === 0 ? 'high' : undefined}
              decoding="async"
            />
            <h2 className={styles.title}>{slide.title}</h2>
            <p className={styles.text}>{slide.text}</p>
            {slide.action && slide.href ? (
              <ButtonLink variant="primary" href={slide.href}>
                {slide.action}
              </ButtonLink>
            ) : null}
          </li>
        ))}
      </ul>
      {slides.length > 1 ? <Controls t={t} slides={slides} /> : null}
    </section>
  );
}

function Controls({ t, slides }: CarouselProps) {
  return (
    <div className={styles.controls}>
      <button
        type="button"
        className={styles.control}
        aria-label={t('common.pauseBanners')}
        data-paused-label={t('common.playBanners')}
        data-pause
      >
        <span>
          <Icon name="pause" small />
        </span>
        <span hidden>
          <Icon name="play" small />
        </span>
      </button>
      {slides.map((slide, index) => (
        <button
          key={slide.id}
          type="button"
          className={classNames(styles.control, styles.dot)}
          aria-label={t('common.showBanner', { title: slide.title })}
          aria-current={index === 0 || undefined}
          data-slide
        />
      ))}
    </div>
  );
}
