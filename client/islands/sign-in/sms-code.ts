import type { Envelope } from '../../../shared/api/envelope.ts';
import { smsNoLogin } from '../../../shared/api/verification/calls.ts';
import type { SentCode } from '../../../shared/api/verification/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call } from '../../page/call.ts';
import { mobileProblem } from './parts/check-mobile.ts';
import { phoneProof } from './parts/phone-token.ts';
import type { Challenge } from './parts/use-challenge.ts';
import { type FormControl, renewChallenge, valuesOf } from './use-form.ts';

export interface SmsCodeOptions {
  readonly t: Translate;
  readonly purpose: 'login' | 'reset';
  readonly challenge: Challenge;
  readonly refuse: FormControl['refuse'];
}

/** Sends a code to the number in the form; null if there is no number, in which case its field shows the error. */
export async function sendSmsCode(
  form: HTMLFormElement | null,
  { t, purpose, challenge, refuse }: SmsCodeOptions,
): Promise<Envelope<SentCode> | null> {
  if (!form) return null;
  const { mobileNum = '', countryDialingCode = '' } = valuesOf(form);
  const problem = await mobileProblem(t, countryDialingCode, mobileNum);
  if (problem) {
    refuse({ mobileNum: problem });
    (form.elements.namedItem('mobileNum') as HTMLInputElement | null)?.focus();
    return null;
  }
  const proof = { ...(await challenge.proof()), ...(await phoneProof()) };
  const answer = await call(smsNoLogin, { body: { mobileNum, countryDialingCode, purpose, ...proof } });
  renewChallenge(challenge, answer);
  return answer;
}
