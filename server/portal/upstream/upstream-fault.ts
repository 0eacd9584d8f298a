import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import type { EdgeResponse } from '../edge/edge-stage.ts';
import type { Refuse } from '../edge/refusals.ts';
import { RETRY_AFTER_SECONDS, type UpstreamOutcome } from './circuits.ts';

/** The upstream gave no usable answer. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  readonly code: Extract<RefusalCode, 'upstream_unavailable' | 'upstream_timeout'>;
  readonly outcome: UpstreamOutcome;
  /** Part of an answer had arrived. */
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

/** `connect` means that nothing was sent. An established connection can be lost with some of the same codes. */
export function brokenOutcome(error: unknown): 'connect' | 'broken' {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return NO_CONNECTION.includes(code) && !['read', 'write'].includes(syscall) ? 'connect' : 'broken';
}

/** Text key for a call without an answer. For money calls it says whether nothing was booked or the outcome is unknown. */
export function faultText({ movesMoney }: Pick<AnyCall, 'movesMoney'>, code: UpstreamFault['code'], outcome: string): string {
  if (!movesMoney) return `errors.${code}`;
  return outcome === 'breaker' || outcome === 'connect' ? 'errors.not_booked' : 'errors.maybe_booked';
}

/** Refuses with the code of the fault. With an open circuit the refusal names a time to retry. */
export function refuseFault(refuse: Refuse, response: EdgeResponse, fault: unknown, call: Pick<AnyCall, 'movesMoney'>): void {
  const { code, outcome } = fault instanceof UpstreamFault ? fault : { code: 'upstream_unavailable' as const, outcome: 'broken' };
  const text = faultText(call, code, outcome);
  if (outcome === 'breaker') return void refuse(response, 503, code, { 'Retry-After': RETRY_AFTER_SECONDS }, text);
  refuse(response, code === 'upstream_timeout' ? 504 : 502, code, {}, text);
}
