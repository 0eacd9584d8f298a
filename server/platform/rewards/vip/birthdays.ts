import { sql } from 'kysely';
import { shiftDay, zonedDay } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import { add, type GiftDeps, giftEnd, noticeGift } from './gifts.ts';

export interface BirthdayDeps extends GiftDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  requireTime(): void;
}

const MEMBERS_PER_BATCH = 500;
/** Days that are made up for after a standstill. */
const MAX_DAYS = 31;

/**
 * Gives the gifts of birthdays since the last run. Birth dates are sealed, so all members of levels with a gift are read once a day. Repeated
 * and concurrent runs give each gift once.
 */
export async function giveBirthdayGifts(deps: BirthdayDeps): Promise<void> {
  deps.requireTime();
  const { db, clock, merchant } = deps;
  const { settings } = await readMerchant(db, merchant);
  const today = zonedDay(clock.now().getTime(), settings.timeZone);
  const { birthdays_to } = await db.selectFrom('vip_clock').select('birthdays_to').executeTakeFirstOrThrow();
  if (birthdays_to !== null && birthdays_to >= today) return;
  const days = daysUntil(birthdays_to ?? shiftDay(today, -1), today);
  const levels = settings.vipLevels.flatMap(({ birthdayGift }, index) => (birthdayGift > 0 ? [index + 1] : []));
  for (let after: string | undefined = ''; levels.length > 0 && after !== undefined; ) {
    const from: string = after;
    after = await inTransaction(db, (tx, afterCommit) => giveBatch(deps, tx, afterCommit, { settings, days, levels, after: from }));
  }
  await sql`update vip_clock set birthdays_to = ${today} where birthdays_to is null or birthdays_to < ${today}`.execute(db);
}

/** The days after `last`, `today` included. */
function daysUntil(last: string, today: string): readonly string[] {
  const days: string[] = [];
  for (let day = today; day > last && days.length < MAX_DAYS; day = shiftDay(day, -1)) days.unshift(day);
  return days;
}

interface Batch {
  readonly settings: MerchantSettings;
  readonly days: readonly string[];
  /** With a gift. */
  readonly levels: readonly number[];
  /** Id of the last member of the batch before. */
  readonly after: string;
}

async function giveBatch(deps: BirthdayDeps, tx: Tx, afterCommit: AfterCommit, batch: Batch): Promise<string | undefined> {
  const { settings, days, levels, after } = batch;
  const { rows } = await sql<{ id: string; level: number; sealed: string | null }>`
    select m.id, least(v.level, ${settings.vipLevels.length}::int) as level, m.sealed_profile as sealed
      from vip_member v join member m on m.id = v.member_id
     where v.level > 1 and v.member_id > ${after} and m.status = 'active'
     order by v.member_id limit ${MEMBERS_PER_BATCH}::int`.execute(tx);
  const now = deps.clock.now();
  const until = giftEnd(settings, now);
  for (const { id, level, sealed } of rows) {
    const day = levels.includes(level) && sealed ? birthdayIn(days, birthDate(deps.secrets, sealed)) : undefined;
    if (day === undefined) continue;
    const amount = toUnits(settings.vipLevels[level - 1]?.birthdayGift ?? 0);
    const year = Number(day.slice(0, 4));
    const { currency } = settings;
    if (!(await add(tx, { memberId: id, kind: 'birthday', level, year, amount, currency, until, now }))) continue;
    const { labelName = '' } = settings.vipLevels[level - 1] ?? {};
    await noticeGift(
      deps,
      tx,
      afterCommit,
      { memberId: id, template: 'vip_birthday_gift', level: labelName, units: amount, until },
      settings,
    );
  }
  return rows.length < MEMBERS_PER_BATCH ? undefined : rows.at(-1)?.id;
}

function birthDate(secrets: Secrets, sealed: string): string {
  const { birthday } = JSON.parse(secrets.open('member.profile', sealed)) as { readonly birthday?: unknown };
  return typeof birthday === 'string' ? birthday : '';
}

/** The birthday among the days; that of a leap day is the last of February in other years. Dates as in registrations. */
export function birthdayIn(days: readonly string[], birthDay: string): string | undefined {
  const iso = /^\d{4}-(\d{2}-\d{2})$/.exec(birthDay)?.[1] ?? /^(\d{2}-\d{2})-\d{4}$/.exec(birthDay)?.[1];
  if (iso === undefined) return undefined;
  return days.find((day) => day.slice(5) === iso || (iso === '02-29' && day.slice(5) === '02-28' && shiftDay(day, 1).slice(5) === '03-01'));
}
