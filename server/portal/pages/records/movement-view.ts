import type { MovementView } from '../../../../client/islands/records/props.ts';
import type { KindSum, Movement } from '../../../../shared/api/records/schemas.ts';
import { parseWireAmount, toWire } from '../../../../shared/money/money.ts';
import { shownTime } from '../shown-time.ts';

const SUBJECT_PAGES = {
  bet: ['/member/personalHistoryCopy', 'betId'],
  deposit: ['/member/depositv2', 'depositId'],
  withdrawal: ['/member/withdraw', 'withdrawalId'],
} as const;

export function movementView({ at, subject, ...movement }: Movement, timeZone: string): MovementView {
  return { ...movement, atText: shownTime(at, timeZone), subject: subject && { type: subject.type, href: subjectHref(subject) } };
}

function subjectHref({ type, id }: NonNullable<Movement['subject']>): string {
  const [page, name] = SUBJECT_PAGES[type];
  return `${page}?${name}=${encodeURIComponent(id)}`;
}

/** Sums of the incoming and the outgoing amounts. */
export function inAndOut(sums: readonly KindSum[]): { credited: string; debited: string } {
  const units = sums.map(({ amount }) => parseWireAmount(amount) ?? 0n);
  const total = (wanted: readonly bigint[]) => toWire(wanted.reduce((sum, one) => sum + one, 0n));
  return { credited: total(units.filter((one) => one > 0n)), debited: total(units.filter((one) => one < 0n)) };
}

/** Uses Gregorian years, like the dates next to it, also in languages with another calendar (Thai: 2026 is 2569). */
export function monthName(month: Date, tag: string): string {
  return new Intl.DateTimeFormat(tag, { timeZone: 'UTC', year: 'numeric', month: 'long', calendar: 'gregory' }).format(month);
}
