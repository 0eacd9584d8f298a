import { whenIdle } from './when-idle.ts';

/** The retry of pictures is loaded only if there are image hosts, or after a picture has failed. */
export function followPictures(): void {
  const load = () => void import('../page/images/rescue.ts');
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && load(), true);
  if (document.documentElement.dataset.images) whenIdle(load);
}
