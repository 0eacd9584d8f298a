import type { Response } from 'express';
import type { StudioError } from '../../shared/games/protocol.ts';
import type { SeamlessCode } from '../../shared/seamless/codes.ts';
import type { StudioClock, StudioPolicy } from './contract.ts';
import { StudioRefusal } from './refusal.ts';
import { endSession, type Session } from './store.ts';
import type { StudioDatabase } from './tables.ts';
import type { WalletClient } from './wallet-client.ts';

export interface TokenWatchDeps {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly clock: StudioClock;
  readonly policy: Pick<StudioPolicy, 'tokenCheckMs'>;
}

type Watched = Pick<Session, 'id' | 'wallet_token'>;

/** Detects that the wallet has ended a session: after a logout, an exclusion or a lock. */
export interface TokenWatch {
  /** The wallet has just accepted the token. */
  note(session: Watched): void;
  /**
   * Ends and refuses a session whose token the wallet no longer accepts. Calls the wallet at most once per `tokenCheckMs` and
   * session. A wallet that does not answer ends nothing: reads continue, and each bet is checked by the wallet anyway.
   */
  check(session: Watched): Promise<void>;
  /** Ends the stream within one and a half times `tokenCheckMs` after the wallet has stopped accepting the token. */
  follow(session: Watched, response: Response): void;
}

/** The least recently checked session is removed and checked again at its next call. */
const MAX_TRACKED_SESSIONS = 10_000;
const SESSION_ENDING: Partial<Record<SeamlessCode, StudioError>> = {
  INVALID_TOKEN: 'session_expired',
  TOKEN_EXPIRED: 'session_expired',
  PLAYER_BLOCKED: 'player_blocked',
};

export function createTokenWatch({ db, wallet, clock, policy: { tokenCheckMs } }: TokenWatchDeps): TokenWatch {
  /** Time of the last check of each token, in milliseconds. */
  const checked = new Map<string, number>();
  const pendingChecks = new Map<string, Promise<StudioError | undefined>>();

  function note({ id }: Watched): void {
    checked.delete(id);
    checked.set(id, clock.now().getTime());
    if (checked.size <= MAX_TRACKED_SESSIONS) return;
    const [oldest = ''] = checked.keys();
    checked.delete(oldest);
  }

  async function checkAtWallet(session: Watched): Promise<StudioError | undefined> {
    const reply = await wallet.call('balance', { token: session.wallet_token });
    const refusal = reply && SESSION_ENDING[reply.status];
    if (!refusal) note(session);
    else await endSession(db, session.id, clock.now());
    return refusal;
  }

  async function check(session: Watched): Promise<void> {
    const age = clock.now().getTime() - (checked.get(session.id) ?? Number.NEGATIVE_INFINITY);
    if (age < tokenCheckMs) return;
    const running = pendingChecks.get(session.id) ?? checkAtWallet(session).finally(() => pendingChecks.delete(session.id));
    pendingChecks.set(session.id, running);
    const refusal = await running;
    if (refusal) throw new StudioRefusal(refusal);
  }

  return {
    note,
    check,
    follow(session, response) {
      const timer = setInterval(() => {
        check(session).catch(() => response.end());
      }, tokenCheckMs / 2);
      response.once('close', () => clearInterval(timer));
    },
  };
}
