import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Assets, NO_ASSETS, readAssets } from './assets.ts';

/** Assets of the browser build, which a running portal always has; a brand's sheet comes after all others and so wins. */
export function loadAssets(clientDir: string, log: Logger, brandSheet?: string): Assets {
  const built = builtAssets(clientDir, log);
  if (brandSheet === undefined) return built;
  return { script: built.script, styles: (entries) => [...built.styles(entries), brandSheet] };
}

function builtAssets(clientDir: string, log: Logger): Assets {
  if (existsSync(join(clientDir, '.vite', 'manifest.json'))) return readAssets(clientDir);
  log.warn({ clientDir }, 'no browser build: pages have no styles and no script');
  return NO_ASSETS;
}
