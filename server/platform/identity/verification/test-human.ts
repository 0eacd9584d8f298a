import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { challengeCall } from '../../../../shared/api/verification/calls.ts';
import type { ChallengeAction } from '../../../../shared/api/verification/constants.ts';
import type { TestPlatform } from '../../test-platform.ts';

/** A solved challenge for one call, as sent by the browser: spread it into the body. */
export async function testProof(test: Pick<TestPlatform, 'call'>, action: ChallengeAction): Promise<{ challenge: string }> {
  const answer = await test.call(challengeCall, { query: { action } });
  return { challenge: await solveForTest(answer.body.value.challenge as Challenge) };
}

/** The encoded solution of a proof-of-work challenge. */
export async function solveForTest(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
