import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ValueOf } from '../../shared/api/client-call.ts';
import type { Envelope } from '../../shared/api/envelope.ts';
import { challengeCall } from '../../shared/api/verification/calls.ts';
import type { ChallengeAction } from '../../shared/api/verification/constants.ts';
import { accepted } from './player.ts';

/** Solves the proof of work that the platform requires of unknown clients; spread the result into the body of the call. */
export async function solvedChallenge(url: string, action: ChallengeAction): Promise<{ readonly challenge: string }> {
  const answer = await fetch(`${url}${challengeCall.path}?action=${action}`);
  return solved(accepted((await answer.json()) as Envelope<ValueOf<typeof challengeCall>>));
}

/** Solves a challenge that was already requested. */
export async function solved(offered: ValueOf<typeof challengeCall>): Promise<{ readonly challenge: string }> {
  if (offered.provider !== 'altcha') throw new Error(`a challenge of ${offered.provider} needs a browser`);
  const challenge = offered.challenge as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
}
