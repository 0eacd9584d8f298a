import { whenIdle } from './when-idle.ts';

const load = () => import('../page/carousel/run-carousel.ts');

/** Loads the script of the banners when the page is idle, or with the first click on one of their buttons. */
export function followCarousel(): void {
  whenIdle(() => document.querySelector('[data-carousel]') && load());
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[data-carousel] button');
    if (button) void load().then(({ press }) => press(button));
  });
}
