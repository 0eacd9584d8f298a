import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { sessionList } from '../../../../shared/api/session/calls.ts';
import { sessionEnd } from '../../../../shared/api/session/contract.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { authorize, type Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { recordEvent } from '../members/index.ts';
import { deviceName, type Sessions } from '../sessions/index.ts';

/** Id in `session.end` for every session except the caller's. */
const OTHERS = 'others';

export interface SessionListDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly sessions: Sessions;
}

export async function listSessions({ db, clock }: SessionListDeps, actor: Actor): Promise<ValueOf<typeof sessionList>> {
  const rows = await db
    .selectFrom('member_session')
    .select(['id', 'user_agent', 'country', 'client_address', 'created_at', 'seen_at'])
    .where('member_id', '=', actor.memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
  const sessions = rows.map((row) => ({
    id: row.id,
    current: row.id === actor.sessionId,
    device: deviceName(row.user_agent),
    country: row.country,
    address: row.client_address,
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  }));
  return { sessions: [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)] };
}

/** Ends one other session or all others; returns their number. */
export function endOtherSessions(deps: SessionListDeps, actor: Actor, caller: Caller, id: string): Promise<number> {
  const { db, clock, merchant, sessions } = deps;
  return inTransaction(db, async (tx, afterCommit) => {
    const ended =
      id === OTHERS
        ? await sessions.end(tx, afterCommit, actor.memberId, { except: actor.sessionId })
        : await endOne(deps, tx, afterCommit, actor, id);
    const { clientAddress, country } = caller;
    await recordEvent(tx, { merchant, memberId: actor.memberId, kind: 'sessions_ended', clientAddress, country, at: clock.now() });
    return ended;
  });
}

async function endOne({ sessions }: SessionListDeps, tx: Tx, afterCommit: AfterCommit, actor: Actor, id: string): Promise<number> {
  const row = await tx.selectFrom('member_session').select('member_id').where('id', '=', id).executeTakeFirst();
  authorize(actor, sessionEnd, { memberId: row?.member_id, missing: 'session_not_found' });
  // One's own session is ended by `session.logout`, so that the browser deletes its cookie.
  const ended = id === actor.sessionId ? 0 : await sessions.end(tx, afterCommit, actor.memberId, { only: id });
  if (ended === 0) throw new Refusal('session_not_found');
  return ended;
}

/** Ends the session and the browser's remember tokens. */
export async function signOut({ db, sessions }: SessionListDeps, { memberId, sessionId }: Actor): Promise<void> {
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await tx.selectFrom('member_session').select('remember_family').where('id', '=', sessionId).executeTakeFirst();
    const family = row?.remember_family;
    await sessions.end(tx, afterCommit, memberId, family ? { family } : { only: sessionId });
  });
}
