import type { Executor } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';

/** The member's age in full years by the birth date of the registration; null if unknown. */
export async function ageOf(executor: Executor, secrets: Secrets, memberId: string, now: Date): Promise<number | null> {
  const row = await executor.selectFrom('member').select('sealed_profile').where('id', '=', memberId).executeTakeFirst();
  if (!row?.sealed_profile) return null;
  const profile = JSON.parse(secrets.open('member.profile', row.sealed_profile)) as { readonly birthday?: unknown };
  return typeof profile.birthday === 'string' ? fullYears(profile.birthday, now) : null;
}

/** Full years since a birth date (year-month-day or month-day-year); null for any other format. */
export function fullYears(birthday: string, now: Date): number | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthday);
  const american = /^(\d{2})-(\d{2})-(\d{4})$/.exec(birthday);
  const [year, month, day] = iso ? iso.slice(1).map(Number) : american ? [american[3], american[1], american[2]].map(Number) : [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const had = now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= day);
  return now.getUTCFullYear() - year - (had ? 0 : 1);
}
