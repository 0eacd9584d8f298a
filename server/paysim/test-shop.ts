import { createServer } from 'node:http';
import { pino } from 'pino';
import { listenLocally, localUrl } from '../net/test-server.ts';
import type { Clock } from '../platform/base/clock.ts';
import { openTestDatabase } from '../platform/base/db/test-database.ts';
import { createPaysim, type Paysim } from './index.ts';

/** A callback of the simulator, as its shop receives it. */
export interface ReceivedCallback {
  readonly method: string;
  readonly path: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

/** A payment simulator, and the shop that it sends callbacks to. */
export interface TestShop {
  readonly paysim: Paysim;
  /** Address of the simulator. */
  readonly url: string;
  close(): Promise<void>;
}

type PaysimSetting = Pick<Parameters<typeof createPaysim>[0], 'secretOf' | 'siteName' | 'backHref' | 'pagesPerMinute'>;

/** `receive` gets each callback and returns the status of the shop's answer. */
export async function openTestShop(
  clock: Clock,
  setting: PaysimSetting,
  receive: (callback: ReceivedCallback) => number,
): Promise<TestShop> {
  const database = await openTestDatabase();
  const shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [timestamp, signature] = [String(request.headers['x-timestamp']), String(request.headers['x-signature'])];
      const head = { method: String(request.method), path: String(request.url), timestamp, signature };
      response.writeHead(receive({ ...head, body: Buffer.concat(chunks) })).end('{}');
    });
  });
  await listenLocally(shop);
  const paysim = createPaysim({ db: database.db, platformUrl: () => localUrl(shop), ...setting, clock, log: pino({ level: 'silent' }) });
  await paysim.start();
  const simulator = createServer(paysim.app);
  return {
    paysim,
    url: await listenLocally(simulator),
    async close() {
      await paysim.close();
      for (const server of [simulator, shop]) await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}
