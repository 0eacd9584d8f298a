import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Executor } from '../db/database.ts';
import type { EventHub } from '../events/hub.ts';
import type { Actor } from './actor.ts';

export const SESSION_HOURS = 24;
export const IDLE_MINUTES = 30;
const HOUR_MS = 3_600_000;
const IDLE_MS = IDLE_MINUTES * 60_000;
/** A busy session is written once a minute, not with every call. */
const SEEN_STEP_MS = 60_000;
const KEPT_DAYS = 7;
const TOKEN = /^[\w-]{43}$/;

export interface OpenedSession {
  readonly sessionId: string;
  /** 256 random bits, base64url. Shown once; the database has its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Where a session was opened from. */
interface SessionOrigin {
  readonly clientAddress: string;
  readonly userAgent: string;
}

export interface Sessions {
  open(executor: Executor, memberId: string, from: SessionOrigin): Promise<OpenedSession>;
  /** Who the token speaks for, and pushes its idle deadline on. Null when it is unknown, ended, expired or idle for too long. */
  resolve(executor: Executor, token: string): Promise<Actor | null>;
  /** True while the session would still be accepted; does not count as use. */
  isAlive(executor: Executor, sessionId: string): Promise<boolean>;
  end(executor: Executor, sessionId: string): Promise<void>;
  /** Ends all sessions of the member but one; returns which. */
  endOthers(executor: Executor, memberId: string, keptSessionId: string): Promise<readonly string[]>;
  sweep(executor: Executor): Promise<void>;
}

/** Key of the hub under which the end of one session is told. */
export const sessionChannel = (sessionId: string): string => `session:${sessionId}`;
export function tellEnded(hub: EventHub, sessionIds: readonly string[]): void {
  for (const id of sessionIds) hub.publish(sessionChannel(id), { type: 'session-ended' });
}

interface SessionsDeps {
  readonly clock: Clock;
}

export function createSessions(deps: SessionsDeps): Sessions {
  return {
    open: (executor, memberId, from) => open(deps, executor, memberId, from),
    resolve: (executor, token) => resolve(deps, executor, token),
    async isAlive(executor, sessionId) {
      const row = await alive(executor, deps.clock.now())
        .select('member_session.id')
        .where('member_session.id', '=', sessionId)
        .executeTakeFirst();
      return row !== undefined;
    },
    async end(executor, sessionId) {
      await executor
        .updateTable('member_session')
        .set({ ended_at: deps.clock.now() })
        .where('id', '=', sessionId)
        .where('ended_at', 'is', null)
        .execute();
    },
    endOthers: (executor, memberId, keptSessionId) => endOthers(deps, executor, memberId, keptSessionId),
    async sweep(executor) {
      const past = new Date(deps.clock.now().getTime() - KEPT_DAYS * 24 * HOUR_MS);
      await executor.deleteFrom('member_session').where('expires_at', '<=', past).execute();
    },
  };
}

function alive(executor: Executor, now: Date) {
  return executor
    .selectFrom('member_session')
    .innerJoin('member', 'member.id', 'member_session.member_id')
    .where('member_session.ended_at', 'is', null)
    .where('member_session.expires_at', '>', now)
    .where('member_session.seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .where('member.status', '=', 'active');
}

async function open(
  { clock }: SessionsDeps,
  executor: Executor,
  memberId: string,
  { clientAddress, userAgent }: SessionOrigin,
): Promise<OpenedSession> {
  const now = clock.now();
  const session = {
    sessionId: randomUUID(),
    token: randomBytes(32).toString('base64url'),
    expiresAt: new Date(now.getTime() + SESSION_HOURS * HOUR_MS),
  };
  await executor
    .insertInto('member_session')
    .values({
      id: session.sessionId,
      member_id: memberId,
      token_hash: hashOf(session.token),
      created_at: now,
      seen_at: now,
      expires_at: session.expiresAt,
      ended_at: null,
      client_address: clientAddress,
      user_agent: userAgent,
    })
    .execute();
  return session;
}

async function resolve({ clock }: SessionsDeps, executor: Executor, token: string): Promise<Actor | null> {
  if (!TOKEN.test(token)) return null;
  const now = clock.now();
  const row = await alive(executor, now)
    .select(['member.id', 'member.account', 'member.type', 'member.currency', 'member_session.id as sessionId', 'member_session.seen_at'])
    .where('member_session.token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row) return null;
  if (now.getTime() - row.seen_at.getTime() >= SEEN_STEP_MS)
    await executor.updateTable('member_session').set({ seen_at: now }).where('id', '=', row.sessionId).execute();
  return { memberId: row.id, account: row.account, type: row.type, currency: row.currency, sessionId: row.sessionId };
}

async function endOthers({ clock }: SessionsDeps, executor: Executor, memberId: string, keptSessionId: string): Promise<readonly string[]> {
  const rows = await executor
    .updateTable('member_session')
    .set({ ended_at: clock.now() })
    .where('member_id', '=', memberId)
    .where('id', '!=', keptSessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
