import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { PAYOUT_STATUS_PATH, type PayoutOrder, payoutOrder, payoutQuery } from '../../../../shared/api/payouts.ts';
import { signatureChecks } from './signature-checks.ts';

/** A request of the merchant. */
export interface ReceivedRequest {
  readonly kind: 'order' | 'state' | 'unreadable';
  readonly payoutId: string;
  readonly body: string;
  readonly isSigned: boolean;
  readonly isInTime: boolean;
  readonly isAnswered: boolean;
}

export interface OrderServer {
  /** Address for payout orders, to be named in the merchant's file. */
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  readonly orders: ReadonlyMap<string, PayoutOrder>;
  /** Requests that are dropped without an answer before the next answer. */
  drop: number;
  close(): Promise<void>;
}

const PATH = '/payouts';

/** The payout address of a provider that accepts every order and pays none: the certificate reports what it chooses. */
export async function startOrderServer(options: { readonly secret: string; readonly port: number }): Promise<OrderServer> {
  const received: ReceivedRequest[] = [];
  const orders = new Map<string, PayoutOrder>();
  let drop = 0;
  const take = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const message = readMessage(request.url, body);
    const isAnswered = drop === 0;
    if (!isAnswered) drop -= 1;
    received.push({ ...idOf(message), ...signatureChecks(request, body, options.secret), body: body.toString('utf8'), isAnswered });
    if (message.kind === 'order' && !orders.has(message.order.payoutId)) orders.set(message.order.payoutId, message.order);
    if (!isAnswered) return void request.socket.destroy();
    const isKnown = orders.has(idOf(message).payoutId);
    const report = isKnown ? { status: 'OK', state: 'accepted', paid: '0.0000', returned: '0.0000' } : { status: 'UNKNOWN_PAYOUT' };
    response.writeHead(message.kind === 'unreadable' ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(report));
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => take(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    received,
    orders,
    get drop() {
      return drop;
    },
    set drop(next) {
      drop = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Message =
  | { readonly kind: 'order'; readonly order: PayoutOrder }
  | { readonly kind: 'state'; readonly payoutId: string }
  | { readonly kind: 'unreadable' };

function readMessage(path: string | undefined, body: Buffer): Message {
  const content = parseJson(body);
  const order = v.safeParse(payoutOrder, content);
  if (path === PATH && order.success) return { kind: 'order', order: order.output };
  const query = v.safeParse(payoutQuery, content);
  if (path === PATH + PAYOUT_STATUS_PATH && query.success) return { kind: 'state', payoutId: query.output.payoutId };
  return { kind: 'unreadable' };
}

function idOf(message: Message): Pick<ReceivedRequest, 'kind' | 'payoutId'> {
  switch (message.kind) {
    case 'order':
      return { kind: 'order', payoutId: message.order.payoutId };
    case 'state':
      return message;
    case 'unreadable':
      return { kind: 'unreadable', payoutId: '' };
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
