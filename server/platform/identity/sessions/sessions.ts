import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import type { Place } from '../../base/http/index.ts';
import { type AccessRules, readAccessRules, readMerchant } from '../../merchant/index.ts';
import type { NewSession, OpenedSession, Sessions } from './contracts.ts';
import { type EndSessionsDeps, endSessions } from './end-sessions.ts';
import { continueFamily, endOfUsedFamily, startFamily, sweepTokens } from './remember-tokens.ts';

/** The time of the last request is written at most once a minute. */
const SEEN_STEP_MS = MINUTE_MS;
/** Minutes for which a verified factor allows changes of credentials. */
const CONFIRMED_MINUTES = 5;
/** Minutes in which a session may change the password without the old one. */
const CHANGE_MINUTES = 10;
const RETENTION_DAYS = 7;
const TOKEN = /^[\w-]{43}$/;

export interface SessionsDeps extends EndSessionsDeps {
  readonly clock: Clock;
  readonly merchant: string;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { clock } = deps;
  const end: Sessions['end'] = (tx, afterCommit, memberId, selection) =>
    endSessions(deps, tx, afterCommit, { memberId, selection, now: clock.now() });
  return {
    end,
    open: (tx, afterCommit, session) => open(deps, end, tx, afterCommit, session),
    resolve: (executor, token, place) => resolve(deps, executor, token, place),
    async isAlive(executor, sessionId) {
      const row = await alive(deps, executor).where('member_session.id', '=', sessionId).executeTakeFirst();
      return row !== undefined && !isExpired(row, clock.now());
    },
    async confirm(executor, sessionId) {
      const now = clock.now();
      const confirmed = await executor
        .updateTable('member_session')
        .set({ seen_at: now, confirmed_at: now })
        .where('id', '=', sessionId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return confirmed.numUpdatedRows > 0n;
    },
    remember: (tx, memberId) => startFamily(tx, memberId, clock.now()),
    renew: (tx, memberId, family) => continueFamily(tx, memberId, family, clock.now()),
    async sweep(executor) {
      const now = clock.now();
      const retentionEnd = new Date(now.getTime() - RETENTION_DAYS * 24 * HOUR_MS);
      await executor.deleteFrom('member_session').where('expires_at', '<=', retentionEnd).execute();
      await sweepTokens(executor, now);
    },
  };
}

/**
 * Sessions that have not ended or expired, with the merchant's rules in the same query: settings take effect with the next call, and a call
 * costs one query.
 */
function alive({ clock, merchant }: SessionsDeps, executor: Executor) {
  return executor
    .selectFrom('member_session')
    .innerJoin('member', 'member.id', 'member_session.member_id')
    .innerJoin('merchant', 'merchant.code', 'member.merchant')
    .where('member_session.ended_at', 'is', null)
    .where('member_session.expires_at', '>', clock.now())
    .where('member.status', '=', 'active')
    .where('member.merchant', '=', merchant)
    .select([
      'member.id',
      'member.account',
      'member.type',
      'member.currency',
      'member.must_change',
      'member.free_play',
      'member_session.id as sessionId',
      'member_session.seen_at',
      'member_session.confirmed_at',
      'member_session.seen_country',
      'member_session.region_restricted',
      sql<unknown>`merchant.settings -> 'access'`.as('access'),
    ]);
}

type AliveRow = NonNullable<Awaited<ReturnType<ReturnType<typeof alive>['executeTakeFirst']>>>;

function isIdle({ seen_at, access }: Pick<AliveRow, 'seen_at' | 'access'>, now: Date): boolean {
  return now.getTime() - seen_at.getTime() >= readAccessRules(access).idleMinutes * MINUTE_MS;
}

/** A free-play account has no factor to confirm with, so its idle session ends. */
function isExpired(row: AliveRow, now: Date): boolean {
  return row.free_play && isIdle(row, now);
}

async function open(
  { clock, merchant }: SessionsDeps,
  end: Sessions['end'],
  tx: Tx,
  afterCommit: AfterCommit,
  from: NewSession,
): Promise<OpenedSession> {
  const now = clock.now();
  const { access } = (await readMerchant(tx, merchant)).settings;
  const familyEnd = from.rememberFamily === null ? undefined : await endOfUsedFamily(tx, from.rememberFamily);
  const session = {
    sessionId: randomUUID(),
    token: randomBytes(32).toString('base64url'),
    expiresAt: expiryOf(access, now, familyEnd),
  };
  await tx
    .insertInto('member_session')
    .values({
      id: session.sessionId,
      member_id: from.memberId,
      token_hash: hashOfToken(session.token),
      created_at: now,
      seen_at: now,
      expires_at: session.expiresAt,
      ended_at: null,
      client_address: from.clientAddress,
      user_agent: from.userAgent,
      country: from.country,
      seen_country: from.country,
      confirmed_at: familyEnd ? null : now,
      change_until: from.mayChange ? new Date(now.getTime() + CHANGE_MINUTES * MINUTE_MS) : null,
      device_id: from.deviceId,
      remember_family: from.rememberFamily,
    })
    .execute();
  if (access.singleSession) await end(tx, afterCommit, from.memberId, { except: session.sessionId });
  return session;
}

/** A full sign-in is required after these hours, regardless of remember tokens. */
function expiryOf({ sessionHours }: AccessRules, now: Date, familyEnd: Date | undefined): Date {
  const sessionEnd = new Date(now.getTime() + sessionHours * HOUR_MS);
  return familyEnd && familyEnd < sessionEnd ? familyEnd : sessionEnd;
}

/** Updates of the session by a call; undefined: none. A new place is stored at once. */
function changesOf(
  { seen_at, seen_country, region_restricted }: AliveRow,
  { idle, now, place }: { readonly idle: boolean; readonly now: Date; readonly place: Place | undefined },
) {
  const placeChanged = place && (place.country !== seen_country || place.regionRestricted !== region_restricted);
  const mustTouch = !idle && now.getTime() - seen_at.getTime() >= SEEN_STEP_MS;
  if (!placeChanged && !mustTouch) return undefined;
  return {
    ...(mustTouch && { seen_at: now }),
    ...(placeChanged && { seen_country: place.country, region_restricted: place.regionRestricted }),
  };
}

async function resolve(deps: SessionsDeps, executor: Executor, token: string, place?: Place): Promise<Actor | null> {
  if (!TOKEN.test(token)) return null;
  const now = deps.clock.now();
  const row = await alive(deps, executor).where('member_session.token_hash', '=', hashOfToken(token)).executeTakeFirst();
  if (!row || isExpired(row, now)) return null;
  const idle = isIdle(row, now);
  const changes = changesOf(row, { idle, now, place });
  if (changes) await executor.updateTable('member_session').set(changes).where('id', '=', row.sessionId).execute();
  return {
    memberId: row.id,
    account: row.account,
    type: row.type,
    currency: row.currency,
    sessionId: row.sessionId,
    mustChangePassword: row.must_change,
    idle,
    confirmed: row.confirmed_at !== null && now.getTime() - row.confirmed_at.getTime() < CONFIRMED_MINUTES * MINUTE_MS,
  };
}
