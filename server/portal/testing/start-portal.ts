import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../config/logger.ts';
import { listenLocally } from '../../net/test-server.ts';
import type { Portal, PortalDeps } from '../contracts.ts';
import { createPortal } from '../index.ts';
import type { MountPages } from '../pages/mount.ts';
import { plainPages } from '../pages/plain-pages.ts';
import { startTinyUpstream, type TinyUpstream } from './tiny-upstream.ts';

/** The real pipeline over a test upstream, listening on a free port. */
export interface TestPortal {
  readonly upstream: TinyUpstream;
  readonly portal: Portal;
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  /** Parsed log lines. */
  readonly logged: Record<string, unknown>[];
  /** Sends raw bytes and returns everything received until the connection ends or is idle. */
  raw(bytes: string): Promise<string>;
  close(): Promise<void>;
}

/** Longer than a busy machine pauses between two answers. */
const QUIET_MS = 600;

/** Long deadlines, so that a slow machine is not mistaken for a hanging upstream; tests of hanging upstreams set their own. */
const TEST_DEADLINES = { connect: 20_000, read: 20_000, idle: 20_000, total: 40_000 };

/** Pages are one line of text by default; `prepare` sets answers that the portal requests during its start. */
export async function startTestPortal(
  overrides: Partial<PortalDeps> = {},
  mountPages: MountPages = plainPages,
  prepare: (upstream: TinyUpstream) => void = () => undefined,
): Promise<TestPortal> {
  const upstream = await startTinyUpstream();
  prepare(upstream);
  const logged: Record<string, unknown>[] = [];
  const log = createLogger('debug', 'portal', { write: (line: string) => void logged.push(JSON.parse(line)) });
  const portal = await createPortal(
    {
      upstreams: { wps: upstream.url, lgw: upstream.url, lotto: upstream.url },
      studioUrl: undefined,
      merchant: 'test',
      publicUrl: undefined,
      trustProxy: [],
      sessionSecret: 'a secret of at least thirty-two characters',
      redisUrl: undefined,
      clientDir: join(tmpdir(), 'lagoon-no-client'),
      geoDir: join(tmpdir(), 'lagoon-no-geo'),
      deadlines: TEST_DEADLINES,
      log,
      ...overrides,
    },
    mountPages,
  );
  const server = createServer(portal.messages, portal.app as RequestListener);
  await listenLocally(server);
  const { port } = server.address() as AddressInfo;
  return {
    upstream,
    portal,
    server,
    url: `http://127.0.0.1:${port}`,
    port,
    logged,
    raw: (bytes) => sendRaw(port, bytes),
    async close() {
      portal.drain();
      portal.endStreams();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await portal.close();
      await upstream.stop();
    },
  };
}

/** Sends raw bytes and ends when the connection is idle. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      socket.setTimeout(QUIET_MS, () => socket.destroy());
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve('') : reject(error)));
    // A request without an answer must not block the test.
    socket.setTimeout(QUIET_MS * 20, () => socket.destroy());
  });
}
