import { whenIdle } from './when-idle.ts';

/** An installed site keeps its offline page. */
export function followWebApp(): void {
  if (matchMedia('(display-mode: standalone)').matches)
    whenIdle(() => void import('../page/web-app-worker.ts').then(({ followWorker }) => followWorker(true)));
}
