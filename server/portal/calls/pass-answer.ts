import type { IncomingMessage } from 'node:http';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { markRefusal } from '../edge/deliberate-refusals.ts';
import type { EdgeResponse } from '../edge/edge-stage.ts';
import type { ReadAnswer } from '../upstream/read-answer.ts';

/** Prevents that a member's picture is opened as a page. */
const PICTURE_HEADERS = {
  'content-disposition': 'attachment; filename="picture"',
  'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
};
const SECONDS = /^\d{1,6}$/;
const PUBLIC = /^public, ?max-age=(\d{1,8})\b/i;

export interface PassedAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly keepAlive: boolean;
  readonly read: ReadAnswer;
}

/** Sends the answer. Of the upstream's headers only `Retry-After` is passed on; the portal sets all others itself. */
export function sendReadAnswer(
  response: EdgeResponse,
  { status, retryAfter, keepAlive, read }: PassedAnswer,
  intercept?: (answer: { readonly status: number; readonly envelope: Envelope<unknown> }) => boolean,
): void {
  if (!keepAlive) response.shouldKeepAlive = false;
  if (retryAfter !== undefined && SECONDS.test(retryAfter)) response.setHeader('Retry-After', retryAfter);
  if (!read.envelope.success) markRefusal(response, read.envelope.code);
  if (intercept?.({ status, envelope: read.envelope })) return;
  response.writeHead(statusOf(status, read), {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': read.body.length,
    'Cache-Control': 'no-store',
  });
  response.end(read.body);
}

/** Browsers log a 404 as an error of the page; a call that the platform does not have is expected. */
function statusOf(status: number, { envelope }: ReadAnswer): number {
  if (!envelope.success && envelope.code === 'not_offered') return 200;
  return status >= 300 && status < 400 ? 502 : status;
}

export function isPicture(answer: IncomingMessage): boolean {
  return answer.statusCode === 200 && /^image\/(?:webp|png|jpeg)$/i.test(answer.headers['content-type'] ?? '');
}

export function passPicture(
  answer: IncomingMessage,
  response: EdgeResponse,
  { keepAlive, isPublic }: { readonly keepAlive: boolean; readonly isPublic: boolean },
): void {
  const { 'content-type': type, 'content-length': length, 'cache-control': cached = '' } = answer.headers;
  const seconds = isPublic ? PUBLIC.exec(cached)?.[1] : undefined;
  response.writeHead(200, {
    connection: keepAlive ? 'keep-alive' : 'close',
    'content-type': type,
    ...(length === undefined ? {} : { 'content-length': length }),
    // Pictures without a token are the same for every visitor, and a name is never reused for another picture.
    'cache-control': seconds === undefined ? 'no-store' : `public, max-age=${seconds}, immutable`,
    ...PICTURE_HEADERS,
  });
  // A truncated picture must not look complete.
  answer.once('error', () => response.destroy());
  answer.pipe(response);
}
