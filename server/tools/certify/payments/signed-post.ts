import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { SIGNATURE_HEADER, signedHead, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import { watchConnectionLoss } from '../../../net/client-request.ts';
import { Deviation } from '../report.ts';

/** Deliberate defects of a request. */
export interface PostDefects {
  readonly secret?: string;
  /** Milliseconds that the timestamp differs from now. */
  readonly shiftMs?: number;
  readonly timestamp?: string;
  readonly signedPath?: string;
  readonly signedBody?: string;
  readonly signedTimestamp?: string;
  readonly unsigned?: boolean;
  /** Closes the connection as soon as the request is sent, without waiting for the answer. */
  readonly hangUp?: boolean;
}

export interface Reply {
  readonly http: number;
  readonly text: string;
}

const TIMEOUT_MS = 10_000;
const HUNG_UP: Reply = { http: 0, text: '' };

/** Signature of a message of `docs/payments/protocol.md`. */
export function signatureOf(secret: string, path: string, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', secret)
    .update(signedHead('POST', path, timestamp))
    .update(body)
    .digest('hex');
}

/** Signature of the address of a deposit's page; `query` is what stands before `&sign=`. */
export function orderSignature(secret: string, query: string): string {
  return createHmac('sha256', secret).update(`order.${query}`).digest('hex');
}

/** Sends one signed message. Rejects with a `Deviation` if there is no answer within ten seconds. */
export function signedPost(address: string, secret: string, body: string, defects: PostDefects = {}): Promise<Reply> {
  const url = new URL(address);
  const timestamp = defects.timestamp ?? String(Date.now() + (defects.shiftMs ?? 0));
  const signature = signatureOf(
    defects.secret ?? secret,
    defects.signedPath ?? url.pathname + url.search,
    defects.signedTimestamp ?? timestamp,
    defects.signedBody ?? body,
  );
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    [TIMESTAMP_HEADER]: timestamp,
    ...(defects.unsigned ? {} : { [SIGNATURE_HEADER]: signature }),
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { hangUp = false } = defects;
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => (hangUp ? resolve(HUNG_UP) : reject(new Deviation(`no answer: ${error.message}`)));
    const sent = request(url, { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ http: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
      answer.on('error', failed);
    });
    sent.on('error', failed);
    watchConnectionLoss(sent, failed);
    sent.end(body, () => {
      if (hangUp) setImmediate(() => sent.destroy());
    });
  });
}
