import { LAZY_IMAGE } from '../../../shared/constants.ts';
import { namedPlaceholder } from '../../../shared/named-placeholder.ts';
import { throttle } from '../../islands/games/throttle.ts';
import { reportHost } from './report-host.ts';

/** Placeholder for a picture that no host has. */
export const PLACEHOLDER =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 4' preserveAspectRatio='none'%3E%3Cpath d='M0 0h3v4H0z' fill='%23808a9e' opacity='.2'/%3E%3C/svg%3E";

/** The properties of an image element that the retry uses. */
export interface Picture {
  src: string;
  readonly dataset: Record<string, string | undefined>;
  closest?(selector: string): { querySelector(selector: string): { readonly textContent: string | null } | null } | null;
}

export interface Rescue<P extends Picture> {
  /** The picture failed to load: it is retried on the next host when it is near the screen. */
  failed(picture: P): void;
  /** The picture loaded: others with the same path use the same host. */
  loaded(picture: P): void;
  /** The picture is near the screen. */
  near(picture: P): void;
}

interface Tries {
  readonly path: string;
  count: number;
  due: boolean;
}

/**
 * Up to three attempts for each picture of the site, each on another host: the visitor's own, the others, finally the
 * site itself. Caches the host of the last 200 pictures.
 */
export function createRescue<P extends Picture>(hosts: readonly string[], own: string, watch: (picture: P) => void): Rescue<P> {
  const addresses = [...new Set([...hosts, own])];
  const tries = new WeakMap<P, Tries>();
  const found = new Map<string, string>();

  function pathOf(src: string): { origin: string; path: string } | undefined {
    const url = URL.canParse(src) ? new URL(src) : undefined;
    return url && addresses.includes(url.origin) ? { origin: url.origin, path: url.pathname + url.search } : undefined;
  }
  function next(path: string, origin: string): string {
    const known = found.get(path);
    if (known !== undefined && known !== origin) return known;
    return addresses[(addresses.indexOf(origin) + 1) % addresses.length] ?? own;
  }

  function giveUp(picture: P): void {
    const name = picture.closest?.('[data-tile], li')?.querySelector('[data-part="name"]')?.textContent;
    picture.dataset.failed = '';
    picture.src = name ? namedPlaceholder(name) : PLACEHOLDER;
  }

  return {
    failed(picture) {
      const place = pathOf(picture.src);
      if (!place) return /^https?:/.test(picture.src) ? giveUp(picture) : undefined;
      if (place.origin !== own) reportHost(place.origin);
      if (found.get(place.path) === place.origin) found.delete(place.path);
      const before = tries.get(picture);
      const count = before?.path === place.path ? before.count + 1 : 1;
      tries.set(picture, { path: place.path, count, due: count < LAZY_IMAGE.attempts });
      if (count < LAZY_IMAGE.attempts) return watch(picture);
      giveUp(picture);
    },
    loaded(picture) {
      const place = pathOf(picture.src);
      if (!place || !tries.has(picture)) return;
      found.delete(place.path);
      found.set(place.path, place.origin);
      if (found.size > LAZY_IMAGE.cacheSize) for (const oldest of found.keys()) return void found.delete(oldest);
    },
    near(picture) {
      const state = tries.get(picture);
      const place = pathOf(picture.src);
      if (!state?.due || !place) return;
      state.due = false;
      picture.src = next(state.path, place.origin) + state.path;
    },
  };
}

/** Follows the pictures of this page, including those that have already failed. */
export function rescueImages(): void {
  const waiting = new Set<HTMLImageElement>();
  const rescue = createRescue<HTMLImageElement>(document.documentElement.dataset.images?.split(' ') ?? [], location.origin, (picture) => {
    observer.unobserve(picture);
    observer.observe(picture);
  });
  const retry = throttle(() => {
    for (const picture of waiting) rescue.near(picture);
    waiting.clear();
  }, LAZY_IMAGE.throttleMs);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        waiting.add(target as HTMLImageElement);
      }
      if (waiting.size > 0) retry();
    },
    // "1.3 screens": three tenths of a screen beyond the edge.
    { rootMargin: `${Math.round((LAZY_IMAGE.preload - 1) * 100)}%`, threshold: LAZY_IMAGE.threshold },
  );
  const onImage = (act: (picture: HTMLImageElement) => void) => (event: Event) => {
    if (event.target instanceof HTMLImageElement) act(event.target);
  };
  document.addEventListener('error', onImage(rescue.failed), true);
  document.addEventListener('load', onImage(rescue.loaded), true);
  for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0 && picture.src) rescue.failed(picture);
}

if (!import.meta.env.SSR && typeof document !== 'undefined') rescueImages();
