import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds test programs outside of the product and returns their folder, each as `NAME.js`. `sources` are paths from the root, by name. */
export async function bundle(folder, sources) {
  const { build } = await import('vite');
  const outDir = join(ROOT, 'node_modules/.cache', folder);
  const input = Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, join(ROOT, source)]));
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name].js' };
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: true, outDir, emptyOutDir: true, target: 'node20', rolldownOptions: { input, output } },
  });
  return outDir;
}
