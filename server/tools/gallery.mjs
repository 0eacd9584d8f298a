// `npm run gallery`: a page with every UI component in both themes, served by Vite with Fast Refresh. `npm run dev` starts it too.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = 'client/gallery/index.html';

/** Starts the gallery on the port, or on the next free one; returns the server and the address of the page. */
export async function startGallery(port) {
  const server = await createServer({
    ...{ root: ROOT, appType: 'mpa', logLevel: 'warn', clearScreen: false },
    server: { port, host: '127.0.0.1' },
    optimizeDeps: { entries: [PAGE] },
  });
  await server.listen();
  return { server, url: new URL(PAGE, server.resolvedUrls.local[0]).href };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { server, url } = await startGallery(Number(process.env.PORT ?? 3001));
  console.log(`\n  Gallery of UI components at ${url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void server.close().then(() => process.exit(0)));
}
