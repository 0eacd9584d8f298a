import { WEB_APP_PATHS } from '../../shared/web-paths.ts';

/**
 * Registers the worker with the offline page when the browser is idle, or unregisters it if the merchant has disabled
 * it. A failure has no effect for the visitor.
 */
export function followWorker(enabled: boolean): void {
  if (!('serviceWorker' in navigator)) return;
  whenIdle(() => void (enabled ? register() : unregister()));
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(WEB_APP_PATHS.worker).catch(() => undefined);
}

async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => []);
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5000 });
  else setTimeout(act, 1000);
}
