import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALLS } from '../../shared/api/call-table.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { sessionKeys } from '../../shared/api/session-calls.ts';
import type { Service } from '../kit/service.ts';

/** Stands between a scanner and the service, and makes a browser of the scanner. */
export interface Relay {
  readonly url: string;
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  close(): Promise<void>;
}

const ADMIN = /^\/(?:console|outbox|audit)\b/;
/** What ends the member's session, or hides the account from the rest of the scan; a scanner would call it at once. */
const LEFT_ALONE = /logout|password|selfExclu|closeAccount|coolingOff|takeBreak|signOut/i;
const SEALED = new Map(CALLS.filter(({ encrypted }) => encrypted).map((call) => [call.path, call]));

/**
 * Each request carries the member's cookies and the site's own origin, and comes from an address of its own, so that what
 * is tested lies behind sessions, origin checks and limits. Bodies of sealed calls are sealed here.
 */
export async function startRelay(service: Service, cookie: string): Promise<Relay> {
  const key = (await fetch(`${service.url}${sessionKeys.path}`).then((answer) => answer.json())).value.keys[0] as PayloadKey;
  const statuses = new Map<number, number>();
  let asked = 0;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    if (LEFT_ALONE.test(path)) return void outgoing.writeHead(404).end();
    const target = new URL(ADMIN.test(path) ? service.adminUrl : service.url);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = await sealed(path, Buffer.concat(chunks), key);
    asked += 1;
    const headers = {
      ...incoming.headers,
      host: target.host,
      origin: target.origin,
      cookie,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `198.18.${(asked >> 8) & 255}.${asked & 255}`,
      'content-length': String(body.length),
    };
    if (body.length === 0) Reflect.deleteProperty(headers, 'content-length');
    Reflect.deleteProperty(headers, 'transfer-encoding');
    const sent = request({ host: target.hostname, port: target.port, method: incoming.method, path, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      outgoing.writeHead(status, answer.headers);
      answer.pipe(outgoing);
    });
    sent.once('error', () => outgoing.writeHead(502).end());
    sent.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => void outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function sealed(path: string, body: Buffer, key: PayloadKey): Promise<Buffer> {
  const call = SEALED.get(path.split('?')[0] ?? '');
  if (!call) return body;
  try {
    return Buffer.from(JSON.stringify({ payload: await sealPayload(key, call.id, JSON.parse(body.toString())) }));
  } catch {
    return body;
  }
}
