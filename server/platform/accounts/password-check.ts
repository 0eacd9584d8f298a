import { normaliseValue } from '../../../shared/rules/check-field.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { accountKey } from './account-key.ts';
import { clearFailures, countFailure, createLanes, isLocked } from './login-lock.ts';
import type { Passwords } from './passwords.ts';
import type { MemberRow } from './store.ts';

/** True for the member's password. Unknown, blocked and locked names do the same work and answer the same. */
export type PasswordCheck = (name: string, member: MemberRow | undefined, password: string) => Promise<boolean>;

export interface PasswordCheckDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly passwords: Passwords;
}

export function createPasswordCheck({ db, clock, merchant, passwords }: PasswordCheckDeps): PasswordCheck {
  const inLane = createLanes();
  return (name, member, password) => {
    const key = { merchant, accountKey: accountKey(name) };
    return inLane(key.accountKey, async () => {
      const locked = await isLocked(db, key, clock.now());
      const right = await passwords.verify(
        locked || member?.status !== 'active' ? undefined : member.password_hash,
        normaliseValue(password),
      );
      if (right) await clearFailures(db, key);
      else await countFailure(db, key, clock.now());
      return right;
    });
  };
}
