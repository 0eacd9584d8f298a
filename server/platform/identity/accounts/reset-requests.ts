import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { contactKey, openContact } from '../../notify/contacts/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { accountKey, findById, findByName, type MemberRow } from '../members/index.ts';

export interface ResetDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly messages: Messages;
}

interface ResetRequest {
  readonly email: string;
  readonly language: string;
  readonly siteOrigin: string;
}

/** Validity of link and code, in minutes. */
export const RESET_MINUTES = 30;
const CODE_TRIES = 5;
/** Messages per member and hour, and minimum interval. Further requests are dropped silently, like those without a matching account. */
const MAX_PER_HOUR = 5;
const MIN_INTERVAL_MS = MINUTE_MS;

/**
 * Stores the request only. `answerResets` compares name and address later in the background, so that the response time does not reveal
 * whether they match.
 */
export async function requestReset(
  { db, clock, merchant, secrets }: ResetDeps,
  { username, email }: { username: string; email: string },
  { language, siteOrigin }: Caller,
): Promise<void> {
  const now = clock.now();
  const resetRequest: ResetRequest = { email, language, siteOrigin };
  await db
    .insertInto('password_reset')
    .values({
      id: randomUUID(),
      merchant,
      account_key: accountKey(username),
      request: secrets.seal('password_reset.request', JSON.stringify(resetRequest)),
      created_at: now,
      expires_at: new Date(now.getTime() + RESET_MINUTES * MINUTE_MS),
    })
    .execute();
}

/** Processes the stored requests; several processes share them. */
export async function processResets(deps: ResetDeps): Promise<void> {
  while (await inTransaction(deps.db, (tx) => processNextReset(deps, tx)));
}

/** The member with this name and e-mail address; undefined if they do not match or the account gets no messages. */
export async function memberOfEmail(
  { merchant, secrets }: Pick<ResetDeps, 'merchant' | 'secrets'>,
  executor: Executor,
  account: string,
  email: string,
): Promise<MemberRow | undefined> {
  const member = await findByName(executor, merchant, account);
  if (member?.status !== 'active' || member.email === null) return undefined;
  return openContact(secrets, 'email', member.email) === email ? member : undefined;
}

async function processNextReset(deps: ResetDeps, tx: Tx): Promise<boolean> {
  const { clock, merchant, secrets, messages } = deps;
  const now = clock.now();
  const row = await tx
    .selectFrom('password_reset')
    .select(['id', 'account_key', 'request', 'expires_at'])
    .where('merchant', '=', merchant)
    .where('request', 'is not', null)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row?.request) return false;
  const resetRequest: ResetRequest | undefined =
    row.expires_at > now ? JSON.parse(secrets.open('password_reset.request', row.request)) : undefined;
  const member = resetRequest && (await memberOfEmail(deps, tx, row.account_key, resetRequest.email));
  if (!resetRequest || !member || (await isRateLimited(tx, member.id, now))) {
    await tx.updateTable('password_reset').set({ request: null }).where('id', '=', row.id).execute();
    return true;
  }
  const ticket = randomBytes(32).toString('base64url');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  // Only the newest link is valid.
  await tx.updateTable('password_reset').set({ ended_at: now }).where('member_id', '=', member.id).where('ended_at', 'is', null).execute();
  await tx
    .updateTable('password_reset')
    .set({
      request: null,
      member_id: member.id,
      email_key: contactKey(secrets, 'email', resetRequest.email),
      ticket_hash: hashOfToken(ticket),
      code_key: codeKey(secrets, row.id, code),
    })
    .where('id', '=', row.id)
    .execute();
  await messages.post(tx, {
    memberId: member.id,
    channel: 'email',
    to: resetRequest.email,
    template: 'reset_link',
    params: { link: `${resetRequest.siteOrigin}/login?view=reset&ticket=${ticket}`, code, minutes: RESET_MINUTES },
    language: resetRequest.language,
  });
  return true;
}

async function isRateLimited(tx: Tx, memberId: string, now: Date): Promise<boolean> {
  const earlier = await tx
    .selectFrom('password_reset')
    .select('created_at')
    .where('member_id', '=', memberId)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .execute();
  return earlier.length >= MAX_PER_HOUR || earlier.some(({ created_at }) => now.getTime() - created_at.getTime() < MIN_INTERVAL_MS);
}

/** The member of a valid link. */
export function findByTicket(executor: Executor, ticket: string, now: Date) {
  return executor
    .selectFrom('password_reset')
    .innerJoin('member', 'member.id', 'password_reset.member_id')
    .select(['password_reset.id', 'member.account'])
    .where('password_reset.ticket_hash', '=', hashOfToken(ticket))
    .where('password_reset.ended_at', 'is', null)
    .where('password_reset.expires_at', '>', now)
    .where('member.status', '=', 'active')
    .executeTakeFirst();
}

/**
 * Id of the request with this code. Each try is counted before the comparison, also for unknown names. A code allows five tries; the link
 * of the same message stays valid.
 */
export async function findByCode(
  { db, clock, merchant, secrets }: ResetDeps,
  { username, code }: { username: string; code: string },
): Promise<string | undefined> {
  const candidate = await db
    .updateTable('password_reset')
    .set({ tries: sql<number>`tries + 1` })
    .where('tries', '<', CODE_TRIES)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('password_reset')
        .select('id')
        .where('merchant', '=', merchant)
        .where('account_key', '=', accountKey(username))
        .where('ended_at', 'is', null)
        .where('expires_at', '>', clock.now())
        .orderBy(sql`code_key is null`)
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .returning(['id', 'member_id', 'code_key'])
    .executeTakeFirst();
  const isRight = candidate?.code_key === codeKey(secrets, candidate?.id ?? '', code);
  return candidate?.member_id && isRight ? candidate.id : undefined;
}

/** The member who may set a new password. Undefined for all but the first caller, and if the address has changed since. */
export async function spendReset(tx: Tx, id: string, now: Date): Promise<MemberRow | undefined> {
  const spent = await tx
    .updateTable('password_reset')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('member')
          .select('member.id')
          .whereRef('member.id', '=', 'password_reset.member_id')
          .whereRef('member.email_key', '=', 'password_reset.email_key')
          .where('member.status', '=', 'active'),
      ),
    )
    .returning('member_id')
    .executeTakeFirst();
  return spent?.member_id ? findById(tx, spent.member_id) : undefined;
}

/** The limits use the last hour. */
export async function sweepResets({ db, clock }: ResetDeps): Promise<void> {
  await db
    .deleteFrom('password_reset')
    .where('expires_at', '<=', new Date(clock.now().getTime() - HOUR_MS))
    .execute();
}

/** A keyed digest, because a plain hash of six digits can be reversed. */
function codeKey(secrets: Secrets, id: string, code: string): string {
  return secrets.keyOf('password_reset.code', `${id}.${code}`);
}
