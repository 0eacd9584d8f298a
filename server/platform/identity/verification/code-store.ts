import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { AccessRules } from '../../merchant/index.ts';
import { browserOf } from '../../protection/links/index.ts';
import type { CodePurpose, CodeRequest } from './contracts.ts';
import { networkOf } from './network.ts';
import { checkLimits, countWrongCodes, lockKey, WRONG_CODES_PER_RECIPIENT } from './send-limits.ts';

export interface CodeStoreDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
}

const DIGITS = 6;
const TRIES_PER_CODE = 5;
const SESSION_SEAL = 'verification_code.session';
/** The limits use the last day. */
const RETENTION_MS = 2 * DAY_MS;

export interface CodeKey {
  readonly purpose: CodePurpose;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly binding: string;
}

/** Result of checking a code: an answer, or the data for the phone service. */
export type CodeCheck = { readonly right: boolean } | { readonly id: string; readonly session: string };

/** A request for a code, with what decides how it is sent. */
export interface NewCode {
  readonly request: CodeRequest;
  readonly access: AccessRules;
  readonly country: string | null;
  /** The phone service creates the code. */
  readonly byPhoneService: boolean;
}

/** The sent codes: digests of the platform's codes, sealed sessions of the phone service's. */
export interface CodeStore {
  /**
   * Applies the limits, counts the sending and ends the previous code. The new code is valid from the commit on; the phone service's code
   * is not known.
   */
  add(tx: Tx, code: NewCode): Promise<{ readonly id: string; readonly code: string }>;
  /** Stores the phone service's session of a sending. */
  setSession(id: string, session: string): Promise<void>;
  /** Counts the try before the comparison. */
  check(tx: Tx, key: CodeKey, enteredCode: string): Promise<CodeCheck>;
  /** True for exactly one of several concurrent calls with the correct code. */
  markVerified(id: string): Promise<boolean>;
  /** Removes codes past their retention. */
  sweep(): Promise<void>;
}

export function createCodeStore({ db, clock, merchant, secrets }: CodeStoreDeps): CodeStore {
  const keysOf = (key: CodeKey) => storedKeysOf(key, merchant, secrets);
  const digestOf = (id: string, code: string) => secrets.keyOf('code', `${id}\0${code}`);

  async function add(tx: Tx, { request, access, country, byPhoneService }: NewCode) {
    const now = clock.now();
    const keys = keysOf(request);
    const { source, isDevice } = await sourceOf(tx, request);
    const addressKey = secrets.keyOf('code.address', `${merchant}\0${source}`);
    const counted = { merchant, recipientKey: keys.recipient_key, addressKey, isDevice, channel: request.channel, country };
    await checkLimits(tx, counted, access, now);
    await endOpenCodes(tx, keys, now);
    const id = randomUUID();
    const code = newCode();
    await tx
      .insertInto('verification_code')
      .values({
        id,
        ...keys,
        address_key: addressKey,
        country,
        code_hash: !byPhoneService && request.deliver ? digestOf(id, code) : null,
        sealed_session: null,
        created_at: now,
        expires_at: new Date(now.getTime() + access.codeMinutes * 60 * SECOND_MS),
        ended_at: null,
        verified_at: null,
      })
      .execute();
    return { id, code };
  }

  async function check(tx: Tx, key: CodeKey, enteredCode: string): Promise<CodeCheck> {
    const keys = keysOf(key);
    const now = clock.now();
    await lockKey(tx, keys.recipient_key);
    const row = await findOpenCode(tx, keys, now);
    if (!row || row.tries >= TRIES_PER_CODE) return { right: false };
    if ((await countWrongCodes(tx, { merchant, recipientKey: keys.recipient_key }, now)) >= WRONG_CODES_PER_RECIPIENT)
      return { right: false };
    const right = row.code_hash !== null && isSame(digestOf(row.id, enteredCode), row.code_hash);
    await tx
      .updateTable('verification_code')
      .set({ tries: row.tries + 1, ...(right && { ended_at: now, verified_at: now }) })
      .where('id', '=', row.id)
      .execute();
    return row.sealed_session === null ? { right } : { id: row.id, session: secrets.open(SESSION_SEAL, row.sealed_session) };
  }

  return {
    add,
    check,
    async setSession(id, session) {
      await db
        .updateTable('verification_code')
        .set({ sealed_session: secrets.seal(SESSION_SEAL, session) })
        .where('id', '=', id)
        .execute();
    },
    async markVerified(id) {
      const now = clock.now();
      const ended = await db
        .updateTable('verification_code')
        .set({ ended_at: now, verified_at: now })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return ended !== undefined;
    },
    async sweep() {
      await db
        .deleteFrom('verification_code')
        .where('created_at', '<=', new Date(clock.now().getTime() - RETENTION_MS))
        .execute();
    },
  };
}

interface StoredKeys {
  readonly merchant: string;
  readonly purpose: CodePurpose;
  readonly channel: 'sms' | 'email';
  readonly recipient_key: string;
  readonly binding_key: string;
}

function storedKeysOf({ purpose, channel, to, binding }: CodeKey, merchant: string, secrets: Secrets): StoredKeys {
  return {
    merchant,
    purpose,
    channel,
    recipient_key: secrets.keyOf(`code.recipient.${channel}`, `${merchant}\0${to}`),
    binding_key: secrets.keyOf('code.binding', `${purpose}\0${binding}`),
  };
}

/** The browser if it is known, otherwise the network. */
async function sourceOf(tx: Tx, { caller }: CodeRequest): Promise<{ readonly source: string; readonly isDevice: boolean }> {
  const browser = await browserOf(tx, caller.deviceToken);
  const source = browser === undefined ? networkOf(caller.clientAddress) : `browser ${browser}`;
  return { source, isDevice: browser !== undefined };
}

function newCode(): string {
  return randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, '0');
}

async function endOpenCodes(tx: Tx, { merchant, recipient_key, purpose }: StoredKeys, now: Date): Promise<void> {
  await tx
    .updateTable('verification_code')
    .set({ ended_at: now })
    .where('merchant', '=', merchant)
    .where('recipient_key', '=', recipient_key)
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .execute();
}

/** The newest code that is still valid. */
function findOpenCode(tx: Tx, keys: StoredKeys, now: Date) {
  return tx
    .selectFrom('verification_code')
    .select(['id', 'code_hash', 'sealed_session', 'tries'])
    .where('merchant', '=', keys.merchant)
    .where('recipient_key', '=', keys.recipient_key)
    .where('purpose', '=', keys.purpose)
    .where('binding_key', '=', keys.binding_key)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
