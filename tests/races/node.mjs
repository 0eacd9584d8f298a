import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** A process of its own that runs `node.ts`; it begins when it is told to, so that all nodes begin together. */
const [url, node, count] = process.argv.slice(2);
const { module } = await runnerImport(fileURLToPath(new URL('./node.ts', import.meta.url)), { configFile: false, logLevel: 'error' });
process.once('message', async () => {
  process.send(await module.runNode(url, Number(node), Number(count)), () => process.exit(0));
});
process.send('ready');
