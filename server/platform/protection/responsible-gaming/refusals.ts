import { amountText } from '../../../../shared/money/amount-text.ts';
import { zonedMoment } from '../../../../shared/time.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ProtectionRefusal } from './contracts.ts';
import type { ActiveLimit } from './rules.ts';

/** Page where the member sees and changes limits and breaks. */
const PROTECTION_PAGE = '/member/protection';

/** Refusal with rule, value, end (ISO, empty if unknown), display text, and page. `limit` names the limit in its text. */
export function protectionRefusal({ code, rule, value = '', until, timeZone = 'UTC' }: ProtectionRefusal): Refusal {
  return new Refusal(code, {
    rule,
    limit: rule.replace('-', '_'),
    value,
    until: until?.toISOString() ?? '',
    when: until ? zonedMoment(until, timeZone) : '',
    next: PROTECTION_PAGE,
  });
}

export function limitRefusal(
  { kind, period, value }: ActiveLimit,
  until: Date | null,
  { timeZone, currency }: { readonly timeZone: string; readonly currency: string },
): ProtectionRefusal {
  const isTime = kind === 'session';
  return {
    // The request exceeds the limit itself, so waiting does not help.
    code: until === null ? 'limit_exceeded' : isTime ? 'session_limit_reached' : 'limit_reached',
    rule: `${kind}-${period}`,
    value: isTime ? value.toString() : amountText(value, currency),
    until,
    timeZone,
  };
}
