import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { PAYMENTS_PREFIX, paymentEvent } from '../../../../shared/api/payments.ts';
import { payoutEvent } from '../../../../shared/api/payouts.ts';
import { signatureChecks } from './signature-checks.ts';

/** An event as the provider sent it. */
export interface ReceivedEvent {
  readonly path: string;
  readonly body: string;
  readonly isSigned: boolean;
  readonly isInTime: boolean;
  /** Undefined for a body that is no event of the protocol. */
  readonly content: v.InferOutput<typeof payoutEvent> | v.InferOutput<typeof paymentEvent> | undefined;
  readonly answered: 'OK' | 'ERROR' | 'no answer';
}

export interface EventServer {
  /** Base URL of the site that the certificate plays. */
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  /** Chosen for each event with a correct form: what it gets instead of `OK`. */
  fault: (event: ReceivedEvent['content']) => 'ERROR' | 'no answer' | undefined;
  close(): Promise<void>;
}

/** The callback side of a merchant, `POST /payments/<provider>`; it accepts every signed event of the protocol. */
export async function startEventServer(options: {
  readonly provider: string;
  readonly secret: string;
  readonly port: number;
}): Promise<EventServer> {
  const received: ReceivedEvent[] = [];
  let fault: EventServer['fault'] = () => undefined;
  const path = `${PAYMENTS_PREFIX}/${options.provider}`;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const content = readEvent(body);
      const failure = fault(content);
      const checks = signatureChecks(request, body, options.secret);
      received.push({
        path: request.url ?? '',
        body: body.toString('utf8'),
        ...checks,
        content,
        answered: failure ?? 'OK',
      });
      if (failure === 'no answer') return void request.socket.destroy();
      const [http, status] = answerTo(
        { isKnownPath: request.url === path, isSigned: checks.isSigned, isReadable: content !== undefined },
        failure,
      );
      response.writeHead(http, { 'content-type': 'application/json' }).end(JSON.stringify({ status }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Judged {
  readonly isKnownPath: boolean;
  readonly isSigned: boolean;
  readonly isReadable: boolean;
}

function answerTo({ isKnownPath, isSigned, isReadable }: Judged, failure: 'ERROR' | undefined): readonly [number, string] {
  if (!isKnownPath) return [404, 'UNKNOWN_PROVIDER'];
  if (!isSigned) return [401, 'BAD_SIGNATURE'];
  if (!isReadable) return [400, 'BAD_REQUEST'];
  return failure ? [503, failure] : [200, 'OK'];
}

function readEvent(body: Buffer): ReceivedEvent['content'] {
  try {
    const content: unknown = JSON.parse(body.toString('utf8'));
    for (const schema of [payoutEvent, paymentEvent]) {
      const read = v.safeParse(schema as v.GenericSchema, content);
      if (read.success) return read.output as ReceivedEvent['content'];
    }
  } catch {
    // No JSON: no event.
  }
  return undefined;
}
