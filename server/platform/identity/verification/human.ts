import type { Logger } from 'pino';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { challengeCall } from '../../../../shared/api/verification/calls.ts';
import type { ChallengeAction } from '../../../../shared/api/verification/constants.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { defined } from '../../../kit/defined.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import type { HumanCheck } from './contracts.ts';
import { createHostedChallenge } from './hosted-challenge.ts';
import { createImageCaptcha, type ImageCaptcha } from './image-captcha.ts';
import { createProofOfWork } from './proof-of-work.ts';

export interface HumanCheckDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly services: ServiceSettings;
}

export interface HumanCheckService extends HumanCheck {
  /** A challenge for one action, for the browser. */
  offer(action: ChallengeAction): Promise<ValueOf<typeof challengeCall>>;
  /** An image captcha for the given key, base64 PNG. */
  draw: ImageCaptcha['draw'];
  sweep(): Promise<void>;
}

/** Longer than any provider accepts a solution. */
const SPENT_RETENTION_MS = 15 * MINUTE_MS;

/** Checks for people: proof of work or a hosted widget, and an image captcha as the alternative. */
export function createHumanCheck(deps: HumanCheckDeps): HumanCheckService {
  const { db, clock, log, services } = deps;
  const provider = services.challenge
    ? createHostedChallenge(services.challenge, log)
    : createProofOfWork({ ...deps, ...defined({ cost: services.challengeCost }) });
  const image = createImageCaptcha(deps);

  /** True for the first use of the token; the unique key decides between concurrent calls. */
  async function spendToken(token: string): Promise<boolean> {
    const spent = await db
      .insertInto('challenge_spent')
      .values({ nonce: hashOfToken(token), expires_at: new Date(clock.now().getTime() + SPENT_RETENTION_MS) })
      .onConflict((conflict) => conflict.column('nonce').doNothing())
      .returning('nonce')
      .executeTakeFirst();
    return spent !== undefined;
  }

  async function isSolved(action: ChallengeAction, solution: string, caller: Caller): Promise<boolean> {
    const { token, accepted } = await provider.examine(action, solution, caller);
    const first = token !== null && (await spendToken(token));
    return first && accepted;
  }

  return {
    offer: provider.offer,
    draw: image.draw,
    async require(action, { challenge = '', captchaKey = '', captcha = '' }, caller, rule = 'required') {
      if (challenge === '' && captcha === '') {
        if (rule === 'optional') return;
        throw new Refusal(captchaKey === '' ? 'challenge_required' : 'captcha_required');
      }
      // If both proofs are sent, both are consumed: neither can be used again.
      const solved = challenge === '' || (await isSolved(action, challenge, caller));
      const read = captcha === '' || (await image.spend(captchaKey, captcha));
      if (!solved) throw new Refusal('challenge_failed');
      if (!read) throw new Refusal('captcha_wrong');
    },
    async sweep() {
      await db.deleteFrom('challenge_spent').where('expires_at', '<=', clock.now()).execute();
      await db.deleteFrom('captcha').where('expires_at', '<=', clock.now()).execute();
    },
  };
}
