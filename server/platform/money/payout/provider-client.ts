import * as v from 'valibot';
import { PAYOUT_STATUS_PATH, type PayoutAnswer, type PayoutOrder, payoutAnswer } from '../../../../shared/api/payouts.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import { signRequest } from '../../base/signature.ts';
import type { PayoutProvider } from './contracts.ts';

/** `no answer`: the order may have arrived. `not sent`: there was no connection, so it has not. */
export type ProviderReply =
  | { readonly kind: 'answer'; readonly answer: PayoutAnswer }
  | { readonly kind: 'no answer' | 'not sent'; readonly error: string };

const DEADLINE_MS = 10_000;
const LARGEST_ANSWER = 16_384;
/** Failures before a byte of the request has left. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

export function sendOrder(provider: PayoutProvider, order: PayoutOrder, now: Date): Promise<ProviderReply> {
  return send(provider, provider.url, order, now);
}

export function requestState(provider: PayoutProvider, payoutId: string, now: Date): Promise<ProviderReply> {
  return send(provider, provider.url + PAYOUT_STATUS_PATH, { payoutId }, now);
}

/** Only HTTP 200 with a readable body is an answer: anything else may come from a proxy in front of the provider. */
async function send({ secret }: PayoutProvider, address: string, content: object, now: Date): Promise<ProviderReply> {
  const url = new URL(address);
  const body = JSON.stringify(content);
  const timestamp = String(now.getTime());
  const signature = signRequest(secret, { method: 'POST', path: url.pathname + url.search, timestamp, body });
  // A connection of its own: one that was kept open may be closed by the other side just as the order is sent.
  const headers = { connection: 'close', 'content-type': 'application/json', [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature };
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) });
    const text = await answer.text();
    if (answer.status !== 200) return { kind: 'no answer', error: `HTTP ${answer.status}` };
    const read = v.safeParse(payoutAnswer, text.length > LARGEST_ANSWER ? undefined : JSON.parse(text));
    return read.success ? { kind: 'answer', answer: read.output } : { kind: 'no answer', error: 'an answer that cannot be read' };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): ProviderReply {
  if (error instanceof SyntaxError) return { kind: 'no answer', error: 'an answer that is no JSON' };
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string };
  const text = code ?? (error instanceof Error ? error.name : 'no answer');
  return { kind: code !== undefined && NOT_CONNECTED.includes(code) ? 'not sent' : 'no answer', error: text };
}
