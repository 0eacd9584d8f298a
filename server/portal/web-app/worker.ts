import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WEB_APP_PATHS } from '../../../shared/web-paths.ts';
import type { Assets } from '../render/assets.ts';

const ENTRY = 'client/service-worker.ts';
/** Files of the offline page besides its own. */
const FILES = ['/icons.svg', '/favicon.svg'];

/** Replaces a worker that is switched off: deletes its caches and unregisters it. */
export const UNREGISTERING_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('lagoon-')) await caches.delete(name);
  await registration.unregister();
}
`;

/** The worker's script, prefixed with the build's name and files; undefined without a browser build. */
export async function workerScript(clientDir: string, assets: Assets, offlineFiles: readonly string[]): Promise<string | undefined> {
  const path = assets.script(ENTRY);
  if (!path) return undefined;
  const script = await readFile(join(clientDir, path), 'utf8');
  const files = [WEB_APP_PATHS.offline, ...offlineFiles, ...FILES];
  const build = createHash('sha256').update(script).update(files.join()).digest('base64url').slice(0, 12);
  return `self.lagoonBuild=${JSON.stringify(build)};self.lagoonFiles=${JSON.stringify(files)};\n${script}`;
}
