import { whenIdle } from './when-idle.ts';

/** What helps pictures along comes only where there are image hosts, or once a picture has failed. */
export function followPictures(): void {
  const load = () => void import('../lib/images/rescue.ts');
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && load(), true);
  if (document.documentElement.dataset.images) whenIdle(load);
}
