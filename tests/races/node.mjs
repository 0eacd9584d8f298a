import { fileURLToPath, pathToFileURL } from 'node:url';

/** A process of its own that runs one module, a source beside this file or a built one; it does what it is told to, so that all nodes begin together. */
const [file, ...given] = process.argv.slice(2);
const module = file.endsWith('.ts') ? await importSource(file) : await import(pathToFileURL(file).href);
module.runNode(...given);
process.send('ready');

async function importSource(name) {
  const { runnerImport } = await import('vite');
  return (await runnerImport(fileURLToPath(new URL(name, import.meta.url)), { configFile: false, logLevel: 'error' })).module;
}
