import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import * as v from 'valibot';
import {
  SEAMLESS_PREFIX,
  type SeamlessAnswer,
  type SeamlessOperation,
  SIGNATURE_HEADER,
  seamlessAnswer,
  signedHead,
  TIMESTAMP_HEADER,
} from '../../../shared/seamless/wallet.ts';
import { watchConnectionLoss } from '../../net/client-request.ts';
import { Deviation } from './report.ts';

export interface ProviderConnection {
  readonly url: string;
  readonly provider: string;
  readonly secret: string;
}

/** Deliberate defects of a request. */
export interface RequestDefects {
  readonly secret?: string;
  readonly timestamp?: string;
  readonly signedTimestamp?: string;
  readonly signedBody?: string;
  readonly signedOperation?: SeamlessOperation;
  readonly unsigned?: boolean;
  /** Closes the connection as soon as the request is sent. */
  readonly hangUp?: boolean;
}

const TIMEOUT_MS = 10_000;

/** Sends one signed instruction; undefined if the answer was not awaited. */
export async function send(
  line: ProviderConnection,
  operation: SeamlessOperation,
  body: object,
  defects: RequestDefects = {},
): Promise<SeamlessAnswer | undefined> {
  const pathOf = (name: string) => `${SEAMLESS_PREFIX}/${line.provider}/${name}`;
  const raw = JSON.stringify(body);
  const timestamp = defects.timestamp ?? String(Date.now());
  const head = signedHead('POST', pathOf(defects.signedOperation ?? operation), defects.signedTimestamp ?? timestamp);
  const signature = createHmac('sha256', defects.secret ?? line.secret)
    .update(head)
    .update(defects.signedBody ?? raw)
    .digest('hex');
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(raw)),
    [TIMESTAMP_HEADER]: timestamp,
    ...(defects.unsigned ? {} : { [SIGNATURE_HEADER]: signature }),
  };
  const text = await exchange(new URL(pathOf(operation), line.url), headers, raw, defects.hangUp === true);
  return text === undefined ? undefined : readAnswer(operation, text);
}

function readAnswer(operation: string, text: string): SeamlessAnswer {
  try {
    return v.parse(seamlessAnswer, JSON.parse(text));
  } catch {
    throw new Deviation(`${operation} was answered with an unreadable body: ${text.slice(0, 80)}`);
  }
}

function exchange(url: URL, headers: Record<string, string>, raw: string, hangUp: boolean): Promise<string | undefined> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (answer.statusCode === 200) return resolve(Buffer.concat(chunks).toString('utf8'));
        reject(new Deviation(`answered with HTTP ${answer.statusCode}`));
      });
      answer.on('error', reject);
    });
    sent.on('error', (error) => (hangUp ? resolve(undefined) : reject(new Deviation(`no answer: ${error.message}`))));
    watchConnectionLoss(sent, (error) => reject(new Deviation(`no answer: ${error.message}`)));
    sent.end(raw, () => {
      if (hangUp) setImmediate(() => sent.destroy());
    });
  });
}
