import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { loginCode } from '../../../../shared/api/sign-in/calls.ts';
import { LOGIN_SMS_COUNTDOWN_SECONDS } from '../../../../shared/constants.ts';
import type { CallContext } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { findByName } from '../members/index.ts';
import { codeRecipient } from './code-recipient.ts';
import type { LoginDeps } from './login.ts';

/**
 * Always the same reply: a waiting time or a delivery failure would reveal whether the name exists. The portal applies the limits per
 * caller.
 */
export async function sendLoginCode(deps: LoginDeps, caller: CallContext, { username, ...proof }: BodyOf<typeof loginCode>) {
  const { db, merchant, human, codes, secrets } = deps;
  const { access, features } = (await readMerchant(db, merchant)).settings;
  if (!features.codeLogin) throw new Refusal('sign_in_method_off');
  await human.require('sms', proof, caller);
  const recipient = codeRecipient(secrets, username, await findByName(db, merchant, username));
  await codes.send({ purpose: 'account', ...recipient, deliver: recipient.memberId !== null, caller }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    caller.log.info({ code: error.code }, 'login code not sent');
  });
  return { expiredMinutes: access.codeMinutes, waitSeconds: LOGIN_SMS_COUNTDOWN_SECONDS };
}
