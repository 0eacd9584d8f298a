import * as v from 'valibot';
import { closesEveryWeekday, isBeaconKey, LOTTERY_ZONES, lotteryZone, WEEKDAYS } from '../../../shared/games/contract.ts';
import { isDay } from '../../../shared/time.ts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const isLottery = (id: string) => lotteryZone(id) !== undefined;

const closedDayRule = v.pipe(
  v.strictObject({
    /** Ids of built-in lotteries. */
    games: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.check(isLottery, 'the id of a built-in lottery'))), v.minLength(1))),
    /** Zones of markets: all of their games. */
    zones: v.exactOptional(v.pipe(v.array(v.picklist(LOTTERY_ZONES)), v.minLength(1))),
    days: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.check(isDay, 'a day such as 2027-02-06'))), v.maxLength(100))),
    weekdays: v.exactOptional(v.pipe(v.array(v.picklist(WEEKDAYS)), v.maxLength(WEEKDAYS.length - 1))),
    /** Shown to players, as it is. */
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80), v.regex(/^[^\p{Cc}\p{Cs}]+$/u)),
  }),
  v.check(({ days = [], weekdays = [] }) => days.length + weekdays.length > 0, 'days or weekdays'),
  v.check((rule) => !closesEveryWeekday([rule]), 'at least one weekday with draws'),
);

/** https, or http for this machine; without a slash at the end. */
function isBeaconAddress(text: string): boolean {
  if (!URL.canParse(text) || text.endsWith('/')) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return username + password + search + hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}

const beaconRule = v.strictObject({
  urls: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(200), v.check(isBeaconAddress, 'an https:// address'))),
    v.minLength(1),
    v.maxLength(5),
  ),
  chain: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')),
  publicKey: v.pipe(v.string(), v.check(isBeaconKey, 'a public key in G2, 192 hexadecimal digits')),
  periodSeconds: whole(1, 60),
  /** Unix time of round 1, in seconds. */
  genesis: whole(1, 4_000_000_000),
});

/** The `lottery` member of a merchant's settings. */
export const lotteryRules = v.object({
  closedDays: v.optional(v.pipe(v.array(closedDayRule), v.maxLength(100)), []),
  beacon: v.optional(v.nullable(beaconRule), null),
});
/** Rules of a merchant without own settings. */
export const DEFAULT_LOTTERY_RULES: v.InferOutput<typeof lotteryRules> = v.parse(lotteryRules, {});
