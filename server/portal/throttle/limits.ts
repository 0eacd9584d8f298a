import type { ThrottleClass } from '../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../shared/codes.ts';

/**
 * What a limit counts: the client address (IPv6: its /56), the signed-in member, the browser by its device cookie, one captcha of one
 * address, or one provider (of payments or games) at one address. The platform applies the limits per number and per account (`verification`, `sign-in`),
 * because only it can read them.
 */
export type LimitKey = 'address' | 'member' | 'device' | 'captcha' | 'provider';

export interface LimitRule {
  readonly by: LimitKey;
  readonly windowSeconds: number;
  /** Requests in a window; requests without the rule's key are not counted. */
  readonly max: number;
}

export interface Limit {
  readonly rules: readonly LimitRule[];
  /** If the store fails: `closed` refuses (sign-in attempts and payments must be counted), `open` lets requests pass. */
  readonly onBrokenStore: 'closed' | 'open';
  /** Refusal code for excess requests. */
  readonly code: RefusalCode;
}

const SECOND = 1;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

const each = (by: LimitKey, windowSeconds: number, max: number): LimitRule => ({ by, windowSeconds, max });
const closed = (...rules: readonly LimitRule[]): Limit => ({ rules, onBrokenStore: 'closed', code: 'too_many_requests' });
const open = (...rules: readonly LimitRule[]): Limit => ({ rules, onBrokenStore: 'open', code: 'too_many_requests' });

/** One limit per throttle class of the call table. Players may share an address, so its limit is higher than a member's. */
export const LIMITS: Readonly<Record<ThrottleClass, Limit>> = {
  login: closed(each('address', MINUTE, 30), each('device', MINUTE, 10)),
  register: closed(each('address', MINUTE, 20)),
  // The platform counts numbers and known browsers; an address may be the NAT of a whole town.
  sms: { ...closed(each('device', HOUR, 10), each('address', HOUR, 60)), code: 'sms_too_many' },
  // A captcha may be refreshed once per second.
  captcha: closed(each('captcha', SECOND, 1), each('address', MINUTE, 60)),
  reset: closed(each('address', HOUR, 10)),
  money: closed(each('address', MINUTE, 240), each('member', MINUTE, 60)),
  launch: open(each('address', MINUTE, 240), each('member', MINUTE, 60)),
  read: open(each('address', MINUTE, 3_000), each('member', MINUTE, 600)),
  // Not a call: pages that must be rendered, about 40 ms of a core each.
  page: open(each('address', MINUTE, 600)),
  // Pages of one member, rendered for each request; members may share an address, so the member's limit decides.
  'own-page': open(each('address', MINUTE, 3_000), each('member', MINUTE, 240)),
  feedback: closed(each('address', HOUR, 10)),
  // The platform's own limits of the chat room are stricter; these protect it from a flood of refused messages.
  chat: open(each('address', MINUTE, 240), each('member', MINUTE, 30)),
  // Decoding a picture takes some hundred milliseconds; the platform limits how many are stored.
  upload: closed(each('address', MINUTE, 120), each('member', MINUTE, 20)),
  // Not a call: events of payment providers. A refused event is repeated, and one that cannot be counted is accepted, because only a valid
  // signature has an effect. A provider settles many deposits at once, so the limit is far above the usual rate.
  payments: open(each('provider', MINUTE, 1_200), each('address', MINUTE, 3_000)),
  // Not a call: the seamless wallet of outside vendors, about four calls for each round of each player. Only a valid signature from an
  // address of the provider has an effect, and a lost win would be repeated anyway.
  seamless: open(each('provider', MINUTE, 60_000), each('address', MINUTE, 120_000)),
  // Not a call: reports of failing hosts, one per host and page.
  report: open(each('address', MINUTE, 30)),
  stream: open(each('address', MINUTE, 240), each('member', MINUTE, 60)),
  // Calls outside the call table: their cost is unknown.
  unknown: closed(each('address', MINUTE, 60), each('member', MINUTE, 30)),
  // Files of records, and the calls that load them: a thousand lines each.
  export: open(each('address', MINUTE, 120), each('member', MINUTE, 30)),
};
