import { eventStream } from '../../../shared/api/content-calls.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { type BoundCall, bindStream } from '../http/binding.ts';
import type { Inbox } from '../inbox/index.ts';
import { Refusal } from '../refusal.ts';
import { type Sessions, sessionChannel } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { EventHub } from './hub.ts';

export interface EventRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly wallet: Wallet;
  readonly sessions: Sessions;
  readonly inbox: Pick<Inbox, 'unread'>;
}

/** Browsers share one stream among their tabs; more than this is no browser. */
const STREAMS_PER_MEMBER = 20;
/** How long a session that ended by itself, or in another process, may keep its stream. */
const CHECK_MS = 60_000;

export function eventRoutes({ db, clock, hub, wallet, sessions, inbox }: EventRouteDeps): readonly BoundCall[] {
  const open = new Map<string, number>();
  return [
    bindStream(eventStream, async ({ actor: { memberId, sessionId }, log }) => {
      const count = (open.get(memberId) ?? 0) + 1;
      if (count > STREAMS_PER_MEMBER) throw new Refusal('too_many_requests');
      open.set(memberId, count);
      return async ({ send, end }) => {
        const finish = () => {
          send({ type: 'session-ended' });
          end();
        };
        const check = () => {
          sessions.isAlive(db, sessionId).then(
            (alive) => alive || finish(),
            (error: unknown) => log.error({ err: error }, 'an event stream could not look up its session'),
          );
        };
        const timer = setInterval(check, CHECK_MS);
        // Listening comes before reading: a change in between is sent too, and its version says which is newer.
        const stops = [hub.subscribe(memberId, send), hub.subscribe(sessionChannel(sessionId), finish), () => clearInterval(timer)];
        send({ type: 'hello' });
        const stop = () => {
          for (const each of stops) each();
          const left = (open.get(memberId) ?? 1) - 1;
          if (left > 0) open.set(memberId, left);
          else open.delete(memberId);
        };
        const [balance, unread] = await Promise.all([wallet.balance(db, memberId), inbox.unread(db, memberId)]).catch((error: unknown) => {
          stop();
          throw error;
        });
        if (balance) send({ type: 'balance', sumBalance: toWire(balance.units), version: balance.version, at: clock.now().toISOString() });
        send({ type: 'inbox', unread });
        return stop;
      };
    }),
  ];
}
