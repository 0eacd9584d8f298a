import type { BodyInput, ClientCall, QueryInput, ValueOf } from '../../shared/api/client-call.ts';
import type { Envelope } from '../../shared/api/envelope.ts';
import type { RefusalCode } from '../../shared/codes.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { endSession } from './session-store.ts';

export interface CallInput<C> {
  readonly query?: QueryInput<C>;
  readonly body?: BodyInput<C>;
  readonly signal?: AbortSignal;
}

const DEADLINE_MS = 20_000;

/**
 * Makes a call to the platform through the portal. Never throws: a network failure is returned as a refusal with an
 * empty `message`, which `problemText` fills. Language and session are sent in cookies.
 */
export async function call<C extends ClientCall>(definition: C, input: CallInput<C> = {}): Promise<Envelope<ValueOf<C>>> {
  const signal = input.signal ?? AbortSignal.timeout(DEADLINE_MS);
  try {
    const response = await fetch(definition.path + search(input.query), {
      method: definition.method,
      headers: { Accept: 'application/json', ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: await bodyText(definition, input.body, signal),
      signal,
      cache: definition.method === 'GET' && definition.token === 'none' ? 'default' : 'no-store',
    });
    if (response.status === 401 && definition.token === 'required') endSession();
    return envelopeOf<ValueOf<C>>(await response.json().catch(() => null), response.status);
  } catch {
    return refusal('upstream_unavailable');
  }
}

/** True if encrypted calls are possible; over plain HTTP, except on localhost, there is no Web Crypto. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Message for a refusal: the server's text, or a general one if the response had none. */
export function problemText(
  t: Translate,
  answer: { readonly code?: string; readonly message: string },
  unanswered: 'errors.upstream_unavailable' | 'errors.maybe_booked' = 'errors.upstream_unavailable',
): string {
  return answer.message || t(answer.code === 'too_many_requests' ? 'errors.too_many_requests' : unanswered);
}

export function search(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== '');
  return pairs.length ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : '';
}

async function bodyText(definition: ClientCall, body: unknown, signal: AbortSignal): Promise<string | null> {
  if (body === undefined) return null;
  if (!definition.encrypted) return JSON.stringify(body);
  const { sealBody } = await import('./seal-body.ts');
  return JSON.stringify(await sealBody(definition.id, body, signal));
}

function envelopeOf<Value>(answer: unknown, status: number): Envelope<Value> {
  if (typeof answer === 'object' && answer !== null && 'success' in answer) {
    const envelope = answer as Envelope<Value>;
    return envelope.success ? envelope : { ...envelope, message: envelope.message ?? '' };
  }
  return refusal(status === 429 ? 'too_many_requests' : 'upstream_unavailable');
}

function refusal(code: RefusalCode): Envelope<never> {
  return { success: false, value: null, code, message: '' };
}
