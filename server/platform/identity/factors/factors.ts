import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Factors, HeldFactors } from './contracts.ts';
import { sweepChallenges } from './passkey-challenges.ts';
import { memberOfAssertion } from './passkeys.ts';
import { recoveryCodesLeft, spendRecoveryCode } from './recovery-codes.ts';
import { consumeTotp, sweepEnrolments } from './totp.ts';
import { codeTries } from './tries.ts';

export interface FactorsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  /** The time of authenticator apps; default: `clock`. */
  readonly realTime?: Clock;
}

export function createFactors(deps: FactorsDeps): Factors {
  const { db, clock, secrets, realTime = clock } = deps;
  return {
    held,
    async check(memberId, method, proof, siteOrigin) {
      if (method === 'passkey') return (await memberOfAssertion(deps, proof, siteOrigin)) === memberId;
      await codeTries.count(db, memberId, clock.now());
      const spend = method === 'totp' ? consumeTotp : spendRecoveryCode;
      const right = await spend(db, secrets, memberId, proof, method === 'totp' ? realTime.now() : clock.now());
      if (right) await codeTries.forget(db, memberId);
      return right;
    },
    memberOfPasskey: (proof, siteOrigin) => memberOfAssertion(deps, proof, siteOrigin),
    async sweep() {
      const now = clock.now();
      await sweepChallenges(db, now);
      await sweepEnrolments(db, now);
      await codeTries.sweep(db, now);
    },
  };
}

async function held(executor: Executor, memberId: string): Promise<HeldFactors> {
  const { totp, passkeys } = await executor
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('member_totp').select('member_id').where('member_id', '=', memberId)).as('totp'),
      eb
        .selectFrom('member_passkey')
        .select((count) => count.fn.countAll<string>().as('count'))
        .where('member_id', '=', memberId)
        .as('passkeys'),
    ])
    .executeTakeFirstOrThrow();
  return { totp: Boolean(totp), recoveryCodesLeft: await recoveryCodesLeft(executor, memberId), passkeys: Number(passkeys) };
}
