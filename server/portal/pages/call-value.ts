import type { BodyInput, QueryInput, ValueOf } from '../../../shared/api/client-call.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { Upstream, Visitor } from '../contracts.ts';

/** The platform refused a call that a page needs. */
export class CallRefused extends Error {
  readonly code: string;

  constructor(call: string, answer: Extract<Envelope<unknown>, { success: false }>) {
    super(`${call}: ${answer.code} ${answer.message}`);
    this.code = answer.code;
  }
}

/** Returns the value of a call; throws if it is refused. */
export async function callValue<C extends AnyCall>(
  upstream: Upstream,
  call: C,
  input: { query?: QueryInput<C>; body?: BodyInput<C> },
  visitor: Visitor,
): Promise<ValueOf<C>> {
  const answer = await upstream.call(call, input, visitor);
  if (!answer.success) throw new CallRefused(call.id, answer);
  return answer.value;
}

/** Returns the value of a call, or `fallback` if the platform refuses it or does not have it; throws if the platform does not answer. */
export async function callUnlessRefused<C extends AnyCall, Fallback>(
  upstream: Upstream,
  call: C,
  input: { query?: QueryInput<C>; body?: BodyInput<C> },
  visitor: Visitor,
  fallback: Fallback,
): Promise<ValueOf<C> | Fallback> {
  const answer = await upstream.call(call, input, visitor);
  if (answer.success) return answer.value;
  if (answer.code.startsWith('upstream_')) throw new CallRefused(call.id, answer);
  return fallback;
}

/** Returns the value of a call, or `otherwise` if it is refused. */
export async function callOr<C extends AnyCall, Fallback>(
  upstream: Upstream,
  call: C,
  input: { query?: QueryInput<C>; body?: BodyInput<C> },
  visitor: Visitor,
  fallback: Fallback,
): Promise<ValueOf<C> | Fallback> {
  const answer = await upstream.call(call, input, visitor);
  return answer.success ? answer.value : fallback;
}
