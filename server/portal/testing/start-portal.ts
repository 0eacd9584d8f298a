import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../config/logger.ts';
import type { Portal, PortalDeps } from '../contracts.ts';
import { createPortal } from '../index.ts';
import type { MountPages } from '../pages/mount.ts';
import { plainPages } from '../plain-pages.ts';
import { startTinyUpstream, type TinyUpstream } from './tiny-upstream.ts';

/** The real pipeline over a tiny upstream, listening on a free port. */
export interface TestPortal {
  readonly upstream: TinyUpstream;
  readonly portal: Portal;
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  /** Lines of the log. */
  readonly logged: Record<string, unknown>[];
  /** Sends bytes as they are and gives everything that comes back until the connection ends or goes quiet. */
  raw(bytes: string): Promise<string>;
  close(): Promise<void>;
}

/** Longer than a busy machine lies still between two answers. */
const QUIET_MS = 600;

/** An upstream that is only slow, for the machine is, isn't taken for one that hangs; who tests that has deadlines of their own. */
const UNHURRIED = { connect: 20_000, read: 20_000, idle: 20_000, total: 40_000 };

/** With pages of one line unless others are given; `prepare` sets answers that the portal asks for while it starts. */
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
      deadlines: UNHURRIED,
      log,
      ...overrides,
    },
    mountPages,
  );
  const server = createServer(portal.app as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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

/** Sends bytes as they are, and ends when nothing has come for a while. */
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
    // A request that never gets an answer must not hold the test.
    socket.setTimeout(QUIET_MS * 20, () => socket.destroy());
  });
}
