import { afterEach, describe, expect, it, vi } from 'vitest';
import { LAZY_IMAGE } from '../../../shared/constants.ts';
import { createRescue, type Picture, PLACEHOLDER, rescueImages } from './rescue.ts';

vi.mock('./report-host.ts', () => ({ reportHost: vi.fn() }));

const SITE = 'https://site.example';
const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'] as const;

const picture = (src: string): Picture => ({ src, dataset: {} });
const setup = (...hosts: string[]) => createRescue<Picture>(hosts, SITE, () => undefined);
/** Fails until `good` returns the picture; returns every tried address. */
function follow(rescue: ReturnType<typeof setup>, image: Picture, good: (src: string) => boolean = () => false): string[] {
  const tried = [image.src];
  for (let turn = 0; turn < 9 && !good(image.src); turn++) {
    rescue.failed(image);
    rescue.near(image);
    if (image.src === PLACEHOLDER) return tried;
    tried.push(image.src);
  }
  rescue.loaded(image);
  return tried;
}

describe('a picture that fails to load', () => {
  it('is tried three times, each on another host, then replaced by a placeholder', () => {
    const image = picture(`${B}/art/x.svg`);
    expect(follow(setup(A, B, C), image)).toEqual([`${B}/art/x.svg`, `${C}/art/x.svg`, `${SITE}/art/x.svg`]);
    expect([image.src, image.dataset.failed]).toEqual([PLACEHOLDER, '']);
  });

  it('falls back to the site itself, and retries the site if there is no other host', () => {
    expect(follow(setup(A), picture(`${A}/x.png`))).toEqual([`${A}/x.png`, `${SITE}/x.png`, `${A}/x.png`]);
    expect(follow(setup(), picture(`${SITE}/x.png`))).toHaveLength(LAZY_IMAGE.attempts);
  });

  it('is replaced by the name of its game, wrapped into lines', () => {
    const named = (name: string): Picture => ({
      ...picture(`${SITE}/x.png`),
      closest: () => ({ querySelector: () => ({ textContent: name }) }),
    });
    const image = named('Fruits & Diamonds of <Atlantis>');
    follow(setup(), image);
    expect(decodeURIComponent(image.src).match(/(?<=<text [^>]*>)[^<]*/g)).toEqual(['Fruits &amp;', 'Diamonds of', '&lt;Atlantis&gt;']);
    const long = named('Supercalifragilistic '.repeat(9));
    follow(setup(), long);
    expect(decodeURIComponent(long.src).match(/<text /g)).toHaveLength(4);
  });

  it('of another site is replaced at once', () => {
    const image = picture('https://other.example/x.png');
    follow(setup(A), image);
    expect([image.src, image.dataset.failed]).toEqual([PLACEHOLDER, '']);
  });

  it('is ignored if it has no address of its own', () => {
    for (const src of [PLACEHOLDER, '']) {
      const image = picture(src);
      expect(follow(setup(A), image)).toContain(src);
      expect(image.src).toBe(src);
    }
  });

  it('is not retried before it is near the screen', () => {
    const watch = vi.fn();
    const rescue = createRescue<Picture>([A, B], SITE, watch);
    const image = picture(`${A}/x.png`);
    rescue.failed(image);
    expect([image.src, watch.mock.calls]).toEqual([`${A}/x.png`, [[image]]]);
    rescue.near(image);
    rescue.near(image);
    expect(image.src).toBe(`${B}/x.png`);
  });

  it('is loaded from the host that worked before', () => {
    const rescue = setup(A, B, C);
    expect(follow(rescue, picture(`${A}/x.png`), (src) => src.startsWith(C))).toHaveLength(3);
    expect(follow(rescue, picture(`${A}/x.png`), (src) => src.startsWith(C))).toEqual([`${A}/x.png`, `${C}/x.png`]);
  });

  it('is cached for the last 200 pictures only', () => {
    const rescue = setup(A, B, C);
    const onC = (src: string) => src.startsWith(C);
    for (let index = 0; index <= LAZY_IMAGE.cacheSize; index++) follow(rescue, picture(`${A}/${index}.png`), onC);
    expect(follow(rescue, picture(`${A}/0.png`), onC)).toHaveLength(3);
    expect(follow(rescue, picture(`${A}/${LAZY_IMAGE.cacheSize}.png`), onC)).toHaveLength(2);
  });
});

describe('the pictures of a page', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('are retried near the screen, at most five times a second', async () => {
    vi.useFakeTimers();
    const listeners = new Map<string, (event: { target: unknown }) => void>();
    const seen: { options?: IntersectionObserverInit; near?: (entries: { isIntersecting: boolean; target: unknown }[]) => void } = {};
    class Img {
      dataset = {};
      complete = true;
      naturalWidth = 0;
      src: string;
      constructor(src: string) {
        this.src = src;
      }
    }
    class Observer {
      constructor(near: typeof seen.near, options: IntersectionObserverInit) {
        Object.assign(seen, { near, options });
      }
      observe() {}
      unobserve() {}
    }
    const early = new Img(`${A}/early.png`);
    vi.stubGlobal('HTMLImageElement', Img);
    vi.stubGlobal('IntersectionObserver', Observer);
    vi.stubGlobal('location', { origin: SITE });
    const addEventListener = (type: string, listener: (event: { target: unknown }) => void) => listeners.set(type, listener);
    vi.stubGlobal('document', { documentElement: { dataset: { images: `${A} ${B}` } }, images: [early], addEventListener });

    rescueImages();
    expect(seen.options).toEqual({ rootMargin: '30%', threshold: 0.1 });
    const late = new Img(`${A}/late.png`);
    const far = new Img(`${A}/far.png`);
    for (const image of [late, far]) listeners.get('error')?.({ target: image });
    seen.near?.([{ isIntersecting: true, target: early }]);
    seen.near?.([
      { isIntersecting: true, target: late },
      { isIntersecting: false, target: far },
    ]);
    expect([early.src, late.src]).toEqual([`${B}/early.png`, `${A}/late.png`]);
    await vi.advanceTimersByTimeAsync(LAZY_IMAGE.throttleMs);
    expect([late.src, far.src, LAZY_IMAGE.throttleMs]).toEqual([`${B}/late.png`, `${A}/far.png`, 200]);
  });
});
