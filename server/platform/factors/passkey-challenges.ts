import { randomBytes } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import { hashOfToken } from '../secrets.ts';

const MINUTES = 5;

export interface ChallengeUse {
  readonly purpose: 'create' | 'show';
  /** Null: whoever shows a passkey. */
  readonly memberId: string | null;
}

/** A challenge that one ceremony may answer, within five minutes. */
export async function newChallenge(executor: Executor, { purpose, memberId }: ChallengeUse, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await executor
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: hashOfToken(challenge),
      member_id: memberId,
      purpose,
      expires_at: new Date(now.getTime() + MINUTES * 60_000),
    })
    .execute();
  return challenge;
}

/** True for a challenge that was given out for this and has not been answered; the first look uses it up. */
export async function spendChallenge(executor: Executor, challenge: string, use: ChallengeUse, now: Date): Promise<boolean> {
  const row = await executor
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOfToken(challenge))
    .returningAll()
    .executeTakeFirst();
  return row !== undefined && row.purpose === use.purpose && row.member_id === use.memberId && row.expires_at > now;
}

export async function sweepChallenges(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute();
}
