import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Assets, NO_ASSETS, readAssets } from './assets.ts';

/** Assets of the browser build, which a running portal always has. */
export function loadAssets(clientDir: string, log: Logger): Assets {
  if (existsSync(join(clientDir, '.vite', 'manifest.json'))) return readAssets(clientDir);
  log.warn({ clientDir }, 'no browser build: pages have no styles and no script');
  return NO_ASSETS;
}
