import { useEffect, useRef, useState } from 'react';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { pictureSizes } from '../../ui/picture-sizes.ts';
import type { CarouselProps } from '../notices/props.ts';
import styles from './carousel.module.css';

const PERIOD_MS = 6_000;

/**
 * Banners that advance every six seconds. They stop while paused, hovered or focused, and when the visitor prefers
 * reduced motion.
 */
export default function Carousel({ t, slides }: CarouselProps & IslandContext) {
  const track = useRef<HTMLUListElement>(null);
  const [playing, setPlaying] = useState(true);
  const [held, setHeld] = useState(false);
  const [current, setCurrent] = useState(0);
  const show = (index: number) => {
    const list = track.current;
    const slide = list?.children[index] as HTMLElement | undefined;
    if (list && slide) list.scrollTo({ left: slide.offsetLeft - list.offsetLeft, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  };
  useEffect(() => {
    if (!playing || held || slides.length < 2 || prefersReducedMotion()) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') show((current + 1) % slides.length);
    }, PERIOD_MS);
    return () => clearInterval(timer);
  });
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  return (
    <section
      className={styles.carousel}
      aria-label={t('common.highlights')}
      {...hold}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul
        ref={track}
        className={styles.track}
        onScroll={({ currentTarget: list }) => setCurrent(Math.round(Math.abs(list.scrollLeft) / list.clientWidth))}
      >
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
      {slides.length > 1 ? (
        <div className={styles.controls}>
          <button
            type="button"
            className={styles.control}
            aria-label={t(playing ? 'common.pauseBanners' : 'common.playBanners')}
            onClick={() => setPlaying(!playing)}
          >
            <Icon name={playing ? 'pause' : 'play'} small />
          </button>
          {slides.map((slide, index) => (
            <button
              key={slide.id}
              type="button"
              className={classNames(styles.control, styles.dot)}
              aria-label={t('common.showBanner', { title: slide.title })}
              aria-current={index === current || undefined}
              onClick={() => show(index)}
            />
          ))}
        </div>
      ) : null}
    </section>
  );
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
