import type { Envelope } from '../../../shared/api/envelope.ts';
import { memberRegister, memberRegisterMobile } from '../../../shared/api/register/calls.ts';
import type { RegisterSettings } from '../../../shared/api/register/schemas.ts';
import type { LoginValue } from '../../../shared/api/sign-in/schemas.ts';
import { smsRegister } from '../../../shared/api/verification/calls.ts';
import type { SentCode } from '../../../shared/api/verification/schemas.ts';
import { PHONE_SERVICE_COUNTDOWN_SECONDS, REGISTER_METHOD } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { fieldTextKey } from '../../../shared/rules/check-field.ts';
import { preparePatterns } from '../../../shared/rules/patterns.ts';
import { REGISTER_FIELDS } from '../../../shared/rules/register-fields.ts';
import { call } from '../../page/call.ts';
import { mobileProblem } from '../sign-in/parts/check-mobile.ts';
import { isRefused, type NumberProof } from '../sign-in/parts/phone-confirm.ts';
import { phoneProof } from '../sign-in/parts/phone-token.ts';
import type { Challenge, ChallengeProof } from '../sign-in/parts/use-challenge.ts';
import { type FieldErrors, type FormControl, type FormValues, renewChallenge, valuesOf } from '../sign-in/use-form.ts';
import { type AffiliateOfAddress, checkAffiliate } from './register-affiliate.ts';
import type { RegisterTab } from './register-inputs.ts';

/**
 * Errors of the registration fields. The rules are loaded at the first submit. The platform applies them again, and is
 * the only check if they fail to load.
 */
export async function checkInputs(t: Translate, settings: RegisterSettings, tab: RegisterTab, typed: FormValues): Promise<FieldErrors> {
  await preparePatterns(Object.values(settings.fields).map(({ acceptedPattern }) => acceptedPattern));
  const rules = await import('../../../shared/rules/check-registration.ts').catch(() => null);
  const problems = Object.entries(rules?.checkRegistration(settings, typed, new Date(), { form: tab }) ?? {});
  const errors: Record<string, string> = Object.fromEntries(
    problems.map(([field, problem]) => [field, t(fieldTextKey(problem), problem.params)]),
  );
  if (typed.mobileNum && !errors.mobileNum) {
    const problem = await mobileProblem(t, typed.countryDialingCode, typed.mobileNum);
    if (problem) errors.mobileNum = problem;
  }
  if (!typed.agreed) errors.agreed = t('errors.terms_required');
  return errors;
}

type Refused = Extract<Envelope<never>, { readonly success: false }>;

export interface Registration {
  readonly tab: RegisterTab;
  readonly typed: FormValues;
  readonly proof: ChallengeProof;
  readonly affiliate: AffiliateOfAddress;
  readonly number: NumberProof;
}

/** Registers after checking a typed invitation code. Uses the address's code if its field is hidden. */
export async function sendRegistration({ tab, typed, proof, affiliate, number }: Registration): Promise<Envelope<LoginValue>> {
  const isGood = affiliate.state === 'good';
  if (!isGood && typed.affiliateCode) {
    const checked = await checkAffiliate(typed.affiliateCode);
    if (!checked.success) return checked.code === 'affiliate_invalid' ? toFieldError(checked) : checked;
  }
  const token = await number.tokenFor(typed);
  if (isRefused(token)) return token;
  const body = {
    ...fieldsOf(typed),
    ...token,
    ...(isGood ? { affiliateCode: affiliate.code } : {}),
    agreed: typed.agreed !== undefined,
    domain: location.host,
    registerUrl: location.href.slice(0, 512),
    registerMethod: REGISTER_METHOD,
    login: true,
    ...proof,
  } as const;
  return tab === 'mobile' ? call(memberRegisterMobile, { body }) : call(memberRegister, { body });
}

function toFieldError(refusal: Refused): Refused {
  return { ...refusal, errors: { affiliateCode: { code: 'field_affiliate_invalid', message: refusal.message } } };
}

/** The input; a dialling code without a number is left out. */
function fieldsOf(typed: FormValues): Record<string, string> {
  const skipped = typed.mobileNum ? ['captcha'] : ['captcha', 'countryDialingCode'];
  return Object.fromEntries(
    REGISTER_FIELDS.flatMap((field) => (typed[field] && !skipped.includes(field) ? [[field, typed[field]] as const] : [])),
  );
}

export interface CodeOptions {
  readonly t: Translate;
  readonly tab: RegisterTab;
  readonly challenge: Challenge;
  readonly refuse: FormControl['refuse'];
}

/** Sends the code to the number in the form; null if there is no number, in which case its field shows the error. */
export async function sendRegisterCode(
  form: HTMLFormElement | null,
  { t, tab, challenge, refuse }: CodeOptions,
): Promise<Envelope<SentCode> | null> {
  if (!form) return null;
  const { mobileNum = '', countryDialingCode = '', username = '' } = valuesOf(form);
  const refuseNumber = (text: string) => {
    refuse({ mobileNum: text });
    (form.elements.namedItem('mobileNum') as HTMLInputElement | null)?.focus();
    return null;
  };
  const problem = await mobileProblem(t, countryDialingCode, mobileNum);
  if (problem) return refuseNumber(problem);
  const named = tab === 'username' && username ? { username } : {};
  const proof = { ...(await challenge.proof()), ...(await phoneProof()) };
  const answer = await call(smsRegister, { body: { mobileNo: mobileNum, countryDialingCode, ...named, ...proof } });
  renewChallenge(challenge, answer);
  const ofNumber = answer.success ? undefined : answer.errors?.mobileNo;
  return ofNumber ? refuseNumber(ofNumber.message) : answer;
}

/** Seconds until another code may be sent: when the last one expires. Codes of the phone service have a fixed time. */
export function codeSeconds({ channel, expiredMinutes }: SentCode): number {
  return channel === 'firebase' ? PHONE_SERVICE_COUNTDOWN_SECONDS : expiredMinutes * 60;
}
