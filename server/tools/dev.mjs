// `npm run dev`: the product as it ships, rebuilt and restarted on every change, behind a small proxy that reloads the browser. The product
// itself contains no development code. Changes of browser files do not end a player's session. The gallery of UI components is started as well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware';
import { build } from 'vite';
import { startGallery } from './gallery.mjs';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RELOAD_SCRIPT = `const events = new EventSource('/@dev/events');
let seen;
events.onmessage = (event) => { if (seen !== undefined && seen !== event.data) location.reload(); seen = event.data; };`;
const port = Number(process.env.PORT ?? 3000);
const listeners = new Set();
let version = 0;
let service;
let restarting = Promise.resolve();

prepare();
const servicePort = await freePort();
await start();
listen();
// Both builds write into the folders in use; only browser files keep their hashed names next to older ones.
await watch({});
await watch({ build: { ssr: true } });
const gallery = await startGallery(port + 1);
console.log(`  Gallery of UI components at ${gallery.url}\n`);

async function watch(config) {
  const watcher = await build({ root: ROOT, logLevel: 'warn', ...config, build: { ...config.build, emptyOutDir: false, watch: {} } });
  let first = true;
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
  version++;
  for (const response of listeners) response.write(`data: ${version}\n\n`);
  console.log(`reloaded (${version})`);
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

function listen() {
  const app = express();
  app.get('/@dev/reload.js', (_request, response) => response.type('js').send(RELOAD_SCRIPT));
  app.get('/@dev/events', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`data: ${version}\n\n`);
    listeners.add(response.on('close', () => listeners.delete(response)));
  });
  app.use(pages(), createProxyMiddleware({ target: `http://127.0.0.1:${servicePort}` }));
  createServer(app).listen(port, () => console.log(`\n  Development at http://localhost:${port}, reloading on every change\n`));
}

/** Adds the reload script to documents; passes everything else through, including streams. */
function pages() {
  const proxy = createProxyMiddleware({
    target: `http://127.0.0.1:${servicePort}`,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (body) =>
        body.toString().replace('</head>', '<script type="module" src="/@dev/reload.js"></script></head>'),
      ),
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
