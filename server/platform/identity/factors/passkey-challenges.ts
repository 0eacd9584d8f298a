import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Executor } from '../../base/db/index.ts';

const MINUTES = 5;

/** Only the session that requested the challenge can add the passkey. */
export interface ChallengeOwner {
  readonly memberId: string;
  readonly sessionId: string;
}

export interface ChallengeUse {
  readonly purpose: 'create' | 'show';
  /** Null for an assertion, because its member is unknown until it is verified. */
  readonly owner: ChallengeOwner | null;
}

/** Creates a challenge for one ceremony, valid for five minutes. */
export async function newChallenge(executor: Executor, { purpose, owner }: ChallengeUse, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await executor
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: hashOfToken(challenge),
      member_id: owner?.memberId ?? null,
      session_id: owner?.sessionId ?? null,
      purpose,
      expires_at: new Date(now.getTime() + MINUTES * MINUTE_MS),
    })
    .execute();
  return challenge;
}

/** True for an unused challenge of this purpose. Each check consumes it. */
export async function spendChallenge(executor: Executor, challenge: string, use: ChallengeUse, now: Date): Promise<boolean> {
  const row = await executor
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOfToken(challenge))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.purpose !== use.purpose || row.expires_at <= now) return false;
  return row.member_id === (use.owner?.memberId ?? null) && row.session_id === (use.owner?.sessionId ?? null);
}

export async function sweepChallenges(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute();
}
