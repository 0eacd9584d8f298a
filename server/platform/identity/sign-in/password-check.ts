import { sql } from 'kysely';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { accountKey, type MemberRow, type Passwords } from '../members/index.ts';
import { findDevice } from './devices.ts';
import { clearLane, countFailures, createPerNameQueue, type ReservedTry, reserveTry, SHARED_LANE, type TryKey } from './login-lock.ts';

/** Origin of a try. */
export type TryOrigin = Pick<Caller, 'deviceToken' | 'clientAddress' | 'country'>;

export interface PasswordCheck {
  /** True for the member's password. Unknown, blocked and locked names cause the same work and the same reply. */
  isRight(name: string, member: MemberRow | undefined, password: string, origin: TryOrigin): Promise<boolean>;
  /** Failures at the name that still count in the caller's lane. */
  failures(name: string, member: MemberRow | undefined, origin: Pick<Caller, 'deviceToken'>): Promise<number>;
}

export interface PasswordCheckDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly passwords: Passwords;
}

export function createPasswordCheck(deps: PasswordCheckDeps): PasswordCheck {
  const { db, clock, merchant, passwords } = deps;
  const runPerName = createPerNameQueue();

  async function keyOf(name: string, member: MemberRow | undefined, deviceToken: string | null): Promise<TryKey> {
    const device = await findDevice(db, member?.id ?? '', deviceToken);
    return { merchant, accountKey: accountKey(name), lane: device?.id ?? SHARED_LANE };
  }

  return {
    async isRight(name, member, password, origin) {
      const key = await keyOf(name, member, origin.deviceToken);
      return runPerName(`${key.accountKey} ${key.lane}`, async () => {
        const { access } = (await readMerchant(db, merchant)).settings;
        const reserved = await reserveTry(db, key, access, clock.now());
        const hash = reserved.allowed && member?.status === 'active' ? member.password_hash : undefined;
        const right = await passwords.verify(hash, normaliseValue(password));
        if (right) await clearLane(db, key);
        else await recordFailure(db, key, reserved, member, origin, clock.now());
        return right;
      });
    },
    failures: async (name, member, { deviceToken }) => countFailures(db, await keyOf(name, member, deviceToken), clock.now()),
  };
}

/**
 * Adds a line to the member's history. Unknown names and running locks add none, but the counter's row is written in any case, so that the
 * duration of the commit reveals nothing.
 */
async function recordFailure(
  executor: Executor,
  { merchant, accountKey, lane }: TryKey,
  { allowed, locks }: ReservedTry,
  member: MemberRow | undefined,
  { clientAddress, country }: TryOrigin,
  now: Date,
): Promise<void> {
  const memberId = allowed ? (member?.id ?? null) : null;
  await sql`
    with counted as (
      update login_failure set failures = failures
      where merchant = ${merchant} and account_key = ${accountKey} and lane = ${lane}
    )
    insert into account_event (merchant, member_id, kind, client_address, country, at)
    select ${merchant}, ${memberId}::text, ${locks ? 'locked' : 'sign_in_failed'}, ${clientAddress}, ${country}::text, ${now}::timestamptz
    where ${memberId}::text is not null`.execute(executor);
}
