// `npm run dev`: the product as it ships, rebuilt and restarted on every change, behind a small proxy. The product itself contains no
// development code. The proxy gives pages the sources of the islands from Vite's development server: a change under `client/` replaces the
// components in the open page and keeps their state (Fast Refresh); any other change reloads it. The gallery of UI components is started
// as well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createProbe } from 'node:net';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware';
import { build, createServer as createViteServer } from 'vite';
import { startGallery } from './gallery.mjs';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RELOAD_SCRIPT = `const events = new EventSource('/@dev/events');
let seen;
events.onmessage = (event) => { if (seen !== undefined && seen !== event.data) location.reload(); seen = event.data; };`;
/** Replaces the built loader. The first lines are what the plugin of React asks of a page that it does not write itself. */
const LOADER_SCRIPT = `import refresh from '/@react-refresh';
refresh.injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
await import('/@vite/client');
await import('/client/main.ts');`;
const BUILT_LOADER = /<script type="module"([^>]*) src="\/assets\/main-[\w-]+\.js"/;
/** Scripts of islands, which pages name: each is replaced by a module that passes on the source. */
const BUILT_ISLAND = /^\/assets\/island-(.+)-[\w-]{7}\.js$/;
/** Files that the development server gives to the browser. */
const SOURCES = /^\/(?:@vite|@react-refresh|@id|@fs|client|shared|node_modules)(?:\/|$|\?)/;
const port = Number(process.env.PORT ?? 3000);
const listeners = new Set();
let version = 0;
let service;
let restarting = Promise.resolve();
const changed = new Set();

prepare();
const servicePort = await freePort();
await start();
await listen();
// Both builds write into the folders in use; only browser files keep their hashed names next to older ones.
await watch({});
await watch({ build: { ssr: true } });
const gallery = await startGallery(port + 1);
console.log(`  Gallery of UI components at ${gallery.url}\n`);

async function watch(config) {
  const watcher = await build({ root: ROOT, logLevel: 'warn', ...config, build: { ...config.build, emptyOutDir: false, watch: {} } });
  let first = true;
  watcher.on('change', (file) => changed.add(relative(ROOT, file)));
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error.message);
    if (event.code !== 'END') return;
    if (first) first = false;
    else restarting = restarting.then(restart);
  });
}

async function restart() {
  service.kill('SIGTERM');
  await once(service, 'exit');
  await start();
  const isRefreshed = [...changed].every((file) => file.startsWith('client/'));
  changed.clear();
  if (isRefreshed) return console.log('restarted');
  version++;
  for (const response of listeners) response.write(`data: ${version}\n\n`);
  console.log(`restarted, pages reloaded (${version})`);
}

async function start() {
  service = spawn(process.execPath, [join(ROOT, 'dist/server/main.js')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(servicePort), npm_lifecycle_event: '' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  while (service.exitCode === null && !(await answers())) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function answers() {
  return fetch(`http://127.0.0.1:${servicePort}/robots.txt`).then(
    () => true,
    () => false,
  );
}

async function listen() {
  const app = express();
  const server = createServer(app);
  const vite = await createViteServer({
    root: ROOT,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
    optimizeDeps: { entries: ['client/main.ts', 'client/islands/*/*.island.tsx'] },
  });
  app.use((request, response, next) => (SOURCES.test(request.url) ? vite.middlewares(request, response, next) : next()));
  app.get(BUILT_ISLAND, (request, response, next) => {
    const source = islandSource(request.params[0]);
    return source ? response.type('js').send(`export { default } from '/${source}';`) : next();
  });
  app.get('/@dev/reload.js', (_request, response) => response.type('js').send(RELOAD_SCRIPT));
  app.get('/@dev/loader.js', (_request, response) => response.type('js').send(LOADER_SCRIPT));
  app.get('/@dev/events', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`data: ${version}\n\n`);
    listeners.add(response.on('close', () => listeners.delete(response)));
  });
  app.use((_request, _response, next) => void restarting.then(() => next()));
  app.use(pages(), createProxyMiddleware({ target: `http://127.0.0.1:${servicePort}` }));
  server.listen(port, () =>
    console.log(`\n  Development at http://localhost:${port}: islands are replaced, other changes reload the page\n`),
  );
}

function islandSource(name) {
  const found = readdirSync(join(ROOT, 'client/islands'), { recursive: true }).find((file) => basename(file) === `${name}.island.tsx`);
  return found && `client/islands/${found.split(sep).join('/')}`;
}

/** Gives documents the development loader and the reload script; passes everything else through, including streams. */
function pages() {
  const proxy = createProxyMiddleware({
    target: `http://127.0.0.1:${servicePort}`,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (body, _answer, _request, response) => {
        const policy = response.getHeader('content-security-policy');
        // The development server puts changed styles into the page.
        if (policy)
          response.setHeader('content-security-policy', String(policy).replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"));
        return body
          .toString()
          .replace(BUILT_LOADER, '<script type="module"$1 src="/@dev/loader.js"')
          .replace('</head>', '<script type="module" src="/@dev/reload.js"></script></head>');
      }),
    },
  });
  return (request, response, next) => {
    const document = request.method === 'GET' && request.headers['sec-fetch-dest'] === 'document';
    return document ? proxy(request, response, next) : next();
  };
}

async function freePort() {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address();
  probe.close();
  return free;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    service.once('exit', () => process.exit(0));
    service.kill('SIGTERM');
  });
}
