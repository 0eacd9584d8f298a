// `node server/tools/run-built.mjs NAME …`: runs the built program NAME in this process. Uses built-ins only, because packages may be missing.
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [, , name, ...args] = process.argv;
const program = fileURLToPath(new URL(`../../dist/server/${name}.js`, import.meta.url));
if (existsSync(program)) {
  process.argv = [process.argv[0], program, ...args];
  await import(pathToFileURL(program).href);
} else {
  console.error('This command needs a build: run npm ci && npm run build first.');
  process.exitCode = 1;
}
