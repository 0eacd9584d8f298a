import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_REFUSED } from '../../../shared/api/platform-key.ts';
import { listenLocally } from '../../net/test-server.ts';
import { type ReadinessDeps, readinessOf } from './readiness.ts';

const CLIENT_DIR = mkdtempSync(join(tmpdir(), 'lagoon-ready-'));
let server: Server;
let url: string;
let missingDir: string;

beforeAll(async () => {
  mkdirSync(join(CLIENT_DIR, '.vite'));
  writeFileSync(join(CLIENT_DIR, '.vite/manifest.json'), '{}');
  server = createServer();
  url = await listenLocally(server);
  const other = createServer();
  missingDir = await listenLocally(other);
  await new Promise((resolve) => other.close(resolve));
});
afterAll(() => void server.close());

function readinessWith(changes: Partial<ReadinessDeps> = {}, platform: unknown = { ok: true, missing: [], degraded: [] }) {
  const client = { sendInternal: async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(platform)) }) };
  return readinessOf({
    site: { refresh: async () => undefined, reachable: true },
    client: client as never,
    upstreams: { wps: url, lgw: url, lotto: url },
    embedded: false,
    databaseInDataDir: false,
    clientDir: CLIENT_DIR,
    dataDir: CLIENT_DIR,
    countersUp: () => undefined,
    isDraining: () => false,
    readFree: async () => ({ share: 0.5, bytes: 1e9 }),
    ...changes,
  });
}

describe('readiness', () => {
  it('reports what the platform lacks as degraded, not as missing', async () => {
    const offer = { missing: () => ['events.stream', 'games.winners'], unreadable: () => ['games.hot', 'games.rank'] };
    expect(await readinessWith({ offer })).toEqual({
      ok: true,
      missing: [],
      degraded: [
        'the platform does not offer: games.winners',
        'the platform has no event stream: balances are loaded every 15 seconds',
        'answers of the platform are not readable: games.hot, games.rank',
      ],
    });
  });

  it('reports nothing while everything is available', async () => {
    expect(await readinessWith()).toEqual({ ok: true, missing: [], degraded: [] });
  });

  it.each<[string, Partial<ReadinessDeps>]>([
    ['the service is shutting down', { isDraining: () => true }],
    ['the browser build', { clientDir: '/nowhere' }],
    [
      'free space for the database on the disk of DATA_DIR',
      { databaseInDataDir: true, readFree: async () => ({ share: 0, bytes: 8 * 1024 * 1024 }) },
    ],
    ['the upstream platform', { site: { refresh: async () => undefined, reachable: false } }],
  ])('reports as missing: %s', async (missing, changes) => {
    expect(await readinessWith(changes)).toMatchObject({ ok: false, missing: [missing] });
  });

  it('names the key of the platform when that is refused', async () => {
    const client = { sendInternal: async () => ({ status: 403, headers: {}, body: Buffer.from(`${KEY_REFUSED}\n`) }) };
    expect(await readinessWith({ client: client as never })).toMatchObject({
      ok: false,
      missing: [expect.stringMatching(/^a PLATFORM_KEY /)],
    });
    const proxy = { sendInternal: async () => ({ status: 403, headers: {}, body: Buffer.from('<html>no</html>') }) };
    expect(await readinessWith({ client: proxy as never })).toMatchObject({ ok: true });
  });

  it('reports each upstream family without a listener', async () => {
    expect(await readinessWith({ upstreams: { wps: url, lgw: missingDir, lotto: missingDir } })).toMatchObject({
      ok: false,
      missing: ['the upstream lgw', 'the upstream lotto'],
    });
  });

  it('reports as degraded: Redis down, disk full, and what the platform reports', async () => {
    const found = await readinessWith(
      { countersUp: () => false, readFree: async () => ({ share: 0.03, bytes: 1e9 }) },
      { ok: true, missing: [], degraded: ['the ledger does not fit'] },
    );
    expect(found).toEqual({
      ok: true,
      missing: [],
      degraded: [
        'Redis does not answer: requests are not counted',
        'the disk of DATA_DIR is nearly full: 3 % are left',
        'the ledger does not fit',
      ],
    });
  });

  it('reports a silent embedded platform as missing, even if its address accepts connections', async () => {
    const client = { sendInternal: () => Promise.reject(new Error('timeout')) };
    expect(await readinessWith({ client, embedded: true })).toMatchObject({ ok: false, missing: ['the platform'] });
    expect(await readinessWith({ client })).toMatchObject({ ok: true });
  });

  it('includes what the platform reports as missing, and works with a platform that reports nothing', async () => {
    expect(await readinessWith({}, { ok: false, missing: ['the database'], degraded: [] })).toMatchObject({
      ok: false,
      missing: ['the database'],
    });
    expect(await readinessWith({}, 'forbidden')).toEqual({ ok: true, missing: [], degraded: [] });
  });
});
