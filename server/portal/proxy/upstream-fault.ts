import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import type { EdgeResponse } from '../contracts.ts';
import type { Refuse } from '../refusals.ts';
import { RETRY_AFTER_SECONDS, type UpstreamOutcome } from './circuits.ts';

/** The upstream gave no usable answer. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  readonly code: Extract<RefusalCode, 'upstream_unavailable' | 'upstream_timeout'>;
  readonly outcome: UpstreamOutcome;
  /** Something of an answer had come. */
  readonly hasAnswered: boolean;

  constructor(
    code: UpstreamFault['code'],
    outcome: UpstreamOutcome,
    options: { readonly cause?: unknown; readonly hasAnswered?: boolean } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.outcome = outcome;
    this.hasAnswered = options.hasAnswered ?? false;
  }
}

const NO_CONNECTION = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/** `connect` says that nothing was sent. A connection that stands can be lost with some of the same codes. */
export function brokenOutcome(error: unknown): 'connect' | 'broken' {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return NO_CONNECTION.includes(code) && !['read', 'write'].includes(syscall) ? 'connect' : 'broken';
}

/** The text for a call that was not answered. Whoever moves money hears that nothing was booked, or that nobody knows. */
export function faultText({ books }: Pick<AnyCall, 'books'>, code: UpstreamFault['code'], outcome: string): string {
  if (!books) return `errors.${code}`;
  return outcome === 'breaker' || outcome === 'connect' ? 'errors.not_booked' : 'errors.maybe_booked';
}

/** Says that the network failed. Whoever met an open breaker hears when it is worth asking again. */
export function refuseFault(refuse: Refuse, response: EdgeResponse, fault: unknown): void {
  const { code, outcome } = fault instanceof UpstreamFault ? fault : { code: 'upstream_unavailable' as const, outcome: 'broken' };
  if (outcome === 'breaker') return void refuse(response, 503, code, { 'Retry-After': RETRY_AFTER_SECONDS });
  refuse(response, code === 'upstream_timeout' ? 504 : 502, code);
}
