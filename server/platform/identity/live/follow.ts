import type { MemberEvent } from '../../../../shared/api/live/schemas.ts';
import { toWire, type WireAmount } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { Holdings, Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Sessions } from '../sessions/index.ts';

export interface FollowDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly wallet: Pick<Wallet, 'holdings'>;
  readonly sessions: Pick<Sessions, 'isAlive'>;
  readonly inbox: Pick<Inbox, 'unread'>;
}

/** Last state sent on one stream. */
export interface Follower {
  /** Sends an event, unless its version is older than the one already sent. */
  onEvent(event: MemberEvent): void;
  /** Reads the state and sends what has changed. Concurrent calls share one read. */
  refresh(): Promise<void>;
}

interface Listener {
  readonly memberId: string;
  readonly sessionId: string;
  readonly send: (event: MemberEvent) => void;
  /** Called when the session has ended. */
  readonly finish: () => void;
  /** Schedules a call of `refresh`. */
  readonly readSoon: () => void;
}

/**
 * Events of other nodes can arrive in any order. A balance has a version, so older ones are dropped. The count of unread messages has no
 * version, so it is read again after each change.
 */
export function followMember(deps: FollowDeps, { memberId, sessionId, send, finish, readSoon }: Listener): Follower {
  const { db, clock, wallet, sessions, inbox } = deps;
  let version = -1;
  let atVendors: WireAmount | undefined;
  let unread = -1;
  let mustSendUnread = false;
  let reading: Promise<void> | undefined;
  let isOutdated = false;

  const sendBalance = (event: Extract<MemberEvent, { type: 'balance' }>) => {
    // Money at vendors changes without a new version of the wallet.
    const isNews = event.version > version || (event.version === version && (event.atVendors ?? atVendors) !== atVendors);
    if (!isNews) return;
    version = event.version;
    atVendors = event.atVendors ?? atVendors;
    send(event);
  };
  async function readState(): Promise<void> {
    do {
      isOutdated = false;
      const [alive, held, count] = await Promise.all([
        sessions.isAlive(db, sessionId),
        wallet.holdings(db, memberId),
        inbox.unread(db, memberId),
      ]);
      if (!alive) return finish();
      if (held) sendBalance(presentBalance(held, clock.now()));
      // A change during the read triggers another one.
      if (isOutdated || (count === unread && !mustSendUnread)) continue;
      [unread, mustSendUnread] = [count, false];
      send({ type: 'inbox', unread });
    } while (isOutdated);
  }
  function refresh(): Promise<void> {
    isOutdated = true;
    reading ??= readState().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    onEvent(event) {
      if (event.type === 'balance') return sendBalance(event);
      if (event.type !== 'inbox') return send(event);
      mustSendUnread = true;
      readSoon();
    },
    refresh,
  };
}

function presentBalance({ playable, atVendors }: Holdings, now: Date): Extract<MemberEvent, { type: 'balance' }> {
  return {
    type: 'balance',
    sumBalance: toWire(playable.units),
    version: playable.version,
    at: now.toISOString(),
    ...(atVendors !== null && { atVendors: toWire(atVendors) }),
  };
}
