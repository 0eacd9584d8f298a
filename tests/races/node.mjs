import { fileURLToPath, pathToFileURL } from 'node:url';

/** Runs one module, a source file or a built one, in a separate process, which waits for a message so that all nodes start together. */
const [file, ...given] = process.argv.slice(2);
const module = file.endsWith('.ts') ? await importSource(file) : await import(pathToFileURL(file).href);
module.runNode(...given);
process.send('ready');

async function importSource(name) {
  const { runnerImport } = await import('vite');
  return (await runnerImport(fileURLToPath(new URL(name, import.meta.url)), { configFile: false, logLevel: 'error' })).module;
}
