import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Assets, NO_ASSETS, readAssets } from './assets.ts';

/** Assets of the browser build. The brand's sheet is last, so that it overrides all others. */
export function loadAssets(clientDir: string, log: Logger, brandSheet?: string): Assets {
  const built = builtAssets(clientDir, log);
  if (brandSheet === undefined) return built;
  return { ...built, styles: (...parts) => [...built.styles(...parts), brandSheet] };
}

function builtAssets(clientDir: string, log: Logger): Assets {
  if (existsSync(join(clientDir, '.vite', 'manifest.json'))) return readAssets(clientDir);
  log.warn({ clientDir }, 'no browser build: pages have no styles and no script');
  return NO_ASSETS;
}
