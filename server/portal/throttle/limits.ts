import type { ThrottleClass } from '../../../shared/api/define-call.ts';

export interface Limit {
  readonly windowSeconds: number;
  /** Requests of one client address (IPv6: of one /56) in a window. */
  readonly perAddress: number;
  /** Requests of one signed-in member in a window, whatever the address. */
  readonly perMember?: number;
  /** With a broken store: `closed` refuses (nobody may guess or pay uncounted), `open` lets pass. */
  readonly onBrokenStore: 'closed' | 'open';
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** One limit per throttle class of the call table. Many players may share an address, so it gets more than a member. */
export const LIMITS: Readonly<Record<ThrottleClass, Limit>> = {
  login: { windowSeconds: MINUTE, perAddress: 30, onBrokenStore: 'closed' },
  register: { windowSeconds: MINUTE, perAddress: 20, onBrokenStore: 'closed' },
  sms: { windowSeconds: HOUR, perAddress: 10, onBrokenStore: 'closed' },
  captcha: { windowSeconds: MINUTE, perAddress: 60, onBrokenStore: 'closed' },
  reset: { windowSeconds: HOUR, perAddress: 10, onBrokenStore: 'closed' },
  money: { windowSeconds: MINUTE, perAddress: 240, perMember: 60, onBrokenStore: 'closed' },
  launch: { windowSeconds: MINUTE, perAddress: 240, perMember: 60, onBrokenStore: 'open' },
  read: { windowSeconds: MINUTE, perAddress: 3_000, perMember: 600, onBrokenStore: 'open' },
  // No call: pages that have to be made. One costs some forty milliseconds of a core.
  page: { windowSeconds: MINUTE, perAddress: 600, onBrokenStore: 'open' },
  stream: { windowSeconds: MINUTE, perAddress: 240, perMember: 60, onBrokenStore: 'open' },
};
