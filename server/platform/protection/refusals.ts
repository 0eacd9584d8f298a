import { toScreen } from '../../../shared/money/money.ts';
import { Refusal } from '../refusal.ts';
import type { ProtectionRefusal } from './contracts.ts';
import type { ActiveLimit } from './rules.ts';

/** Where the member sees and changes what stands in the way. */
export const PROTECTION_PAGE = '/member/protection';

/** The answer that a refusal becomes: rule, value, until (ISO, empty for no known end), the same for people, and where to go. */
export function protectionRefusal({ code, rule, value = '', until, timeZone = 'UTC' }: ProtectionRefusal): Refusal {
  return new Refusal(code, {
    rule,
    value,
    until: until?.toISOString() ?? '',
    when: until ? momentText(until, timeZone) : '',
    next: PROTECTION_PAGE,
  });
}

export function limitRefusal({ kind, period, value }: ActiveLimit, until: Date | null, timeZone: string): ProtectionRefusal {
  const isTime = kind === 'session';
  return {
    // More than the limit itself: no waiting helps.
    code: until === null ? 'limit_exceeded' : isTime ? 'session_limit_reached' : 'limit_reached',
    rule: `${kind}-${period}`,
    value: isTime ? value.toString() : toScreen(value),
    until,
    timeZone,
  };
}

/** "2026-11-21 08:20 (Asia/Bangkok)": a moment with its time zone, the same form in every language. */
export function momentText(at: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return `${text} (${timeZone})`;
}
