import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
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
  const shop = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [timestamp, signature] = [String(request.headers['x-timestamp']), String(request.headers['x-signature'])];
        const head = { method: String(request.method), path: String(request.url), timestamp, signature };
        response.writeHead(receive({ ...head, body: Buffer.concat(chunks) })).end('{}');
      });
    }),
  );
  const paysim = createPaysim({ db: database.db, platformUrl: () => urlOf(shop), ...setting, clock, log: pino({ level: 'silent' }) });
  await paysim.start();
  const simulator = await listen(createServer(paysim.app));
  return {
    paysim,
    url: urlOf(simulator),
    async close() {
      await paysim.close();
      for (const server of [simulator, shop]) await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
