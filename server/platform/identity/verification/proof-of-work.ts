import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { ChallengeAction } from '../../../../shared/api/verification/constants.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { ChallengeProvider } from './challenge-provider.ts';

export interface ProofOfWorkDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  /** Iterations of one key derivation; a browser needs one to two times as many derivations. */
  readonly cost?: number;
}

/** About 0.3 s on one desktop thread, some seconds on a slow phone. */
const DEFAULT_COST = 1_000;
const LIFE_MS = 5 * MINUTE_MS;

const payload = v.object({
  challenge: v.object({
    parameters: v.looseObject({ nonce: v.string(), salt: v.string(), keyPrefix: v.string(), cost: v.number(), expiresAt: v.number() }),
    signature: v.string(),
  }),
  solution: v.looseObject({ counter: v.number(), derivedKey: v.string() }),
});

/** Proof of work created and checked here, without eyesight, third parties or cookies. */
export function createProofOfWork({ clock, merchant, secrets, cost = DEFAULT_COST }: ProofOfWorkDeps): ChallengeProvider {
  const hmac = {
    hmacSignatureSecret: secrets.keyOf('challenge.signature', merchant),
    hmacKeySignatureSecret: secrets.keyOf('challenge.key', merchant),
  };
  return {
    async offer(action) {
      const expiresAt = new Date(clock.now().getTime() + LIFE_MS);
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(2 * cost, cost),
        deriveKey,
        expiresAt,
        data: { action },
        ...hmac,
      });
      return { provider: 'altcha', challenge: { ...challenge }, expiresAt: expiresAt.toISOString() };
    },
    async examine(action: ChallengeAction, text: string) {
      const parsed = readPayload(text);
      if (!parsed) return { token: null, accepted: false };
      const { challenge, solution } = parsed;
      const { parameters } = challenge;
      const { verified, invalidSignature } = await verifySolution({ challenge, solution, deriveKey, ...hmac });
      // A challenge with an invalid signature is unknown, so there is nothing to consume.
      if (invalidSignature) return { token: null, accepted: false };
      const inTime = (parameters.expiresAt ?? 0) * 1_000 > clock.now().getTime();
      return { token: parameters.nonce, accepted: verified && inTime && parameters.data?.action === action };
    },
  };
}

/** The solution is base64 of its JSON. Undefined for any other input. */
function readPayload(text: string): { challenge: Challenge; solution: Solution } | undefined {
  try {
    const { success, output } = v.safeParse(payload, JSON.parse(Buffer.from(text, 'base64').toString('utf8')));
    return success ? (output as unknown as { challenge: Challenge; solution: Solution }) : undefined;
  } catch {
    return undefined;
  }
}
