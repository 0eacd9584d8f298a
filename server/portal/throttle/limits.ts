import type { ThrottleClass } from '../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../shared/codes.ts';

/**
 * What a limit counts: the client address (IPv6: its /56), the signed-in member, the browser that is known by its device
 * cookie, one captcha of one address, or one payment provider at one address. Limits per number and per account are the platform's, which alone can read them
 * (`verification`, `sign-in`).
 */
export type LimitKey = 'address' | 'member' | 'device' | 'captcha' | 'provider';

export interface LimitRule {
  readonly by: LimitKey;
  readonly windowSeconds: number;
  /** Requests in a window; a rule whose key a request does not have does not count it. */
  readonly max: number;
}

export interface Limit {
  readonly rules: readonly LimitRule[];
  /** With a broken store: `closed` refuses (nobody may guess or pay uncounted), `open` lets pass. */
  readonly onBrokenStore: 'closed' | 'open';
  /** What whoever comes too often is told. */
  readonly code: RefusalCode;
}

const SECOND = 1;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

const each = (by: LimitKey, windowSeconds: number, max: number): LimitRule => ({ by, windowSeconds, max });
const closed = (...rules: readonly LimitRule[]): Limit => ({ rules, onBrokenStore: 'closed', code: 'too_many_requests' });
const open = (...rules: readonly LimitRule[]): Limit => ({ rules, onBrokenStore: 'open', code: 'too_many_requests' });

/** One limit per throttle class of the call table. Many players may share an address, so it gets more than a member. */
export const LIMITS: Readonly<Record<ThrottleClass, Limit>> = {
  login: closed(each('address', MINUTE, 30), each('device', MINUTE, 10)),
  register: closed(each('address', MINUTE, 20)),
  // The platform counts numbers and known browsers; an address may be the NAT of a whole town.
  sms: { ...closed(each('device', HOUR, 10), each('address', HOUR, 60)), code: 'sms_too_many' },
  // Specification, section 9: captcha refresh once per second.
  captcha: closed(each('captcha', SECOND, 1), each('address', MINUTE, 60)),
  reset: closed(each('address', HOUR, 10)),
  money: closed(each('address', MINUTE, 240), each('member', MINUTE, 60)),
  launch: open(each('address', MINUTE, 240), each('member', MINUTE, 60)),
  read: open(each('address', MINUTE, 3_000), each('member', MINUTE, 600)),
  // No call: pages that have to be made. One costs some forty milliseconds of a core.
  page: open(each('address', MINUTE, 600)),
  // Pages of one member, made for each request; many members may share an address, so the member is what counts.
  'own-page': open(each('address', MINUTE, 3_000), each('member', MINUTE, 240)),
  feedback: closed(each('address', HOUR, 10)),
  // The room's own limits are stricter and the platform's; these keep a flood of refused messages away from it.
  chat: open(each('address', MINUTE, 240), each('member', MINUTE, 30)),
  // Each costs a decoder some hundred milliseconds; how many may be kept is the platform's.
  upload: closed(each('address', MINUTE, 120), each('member', MINUTE, 20)),
  // No call: what payment providers tell. Who is refused tells it again, and an event that can't be counted is taken in:
  // only its signature makes it count. A provider settles many deposits at once, so this is far above what one needs.
  payments: open(each('provider', MINUTE, 1_200), each('address', MINUTE, 3_000)),
  // No call: what pages report of hosts that fail. A page reports each host once.
  report: open(each('address', MINUTE, 30)),
  stream: open(each('address', MINUTE, 240), each('member', MINUTE, 60)),
  // Files of records, and the calls that they are written from: a thousand lines each.
  // Calls that are not in the table: what they cost, nobody knows.
  unknown: closed(each('address', MINUTE, 60), each('member', MINUTE, 30)),
  export: open(each('address', MINUTE, 120), each('member', MINUTE, 30)),
};
