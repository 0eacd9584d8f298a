import { randomBytes } from 'node:crypto';
import { dailyAction, dividendAction, hourlyAction, realTimeAction } from '../../../shared/api/agent-contracts/calls.ts';
import { termsBody } from '../../../shared/api/agent-contracts/form.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { memberRegister, memberRegisterMobile } from '../../../shared/api/register/calls.ts';
import { freePlayLogin, sessionLogin } from '../../../shared/api/sign-in/calls.ts';
import { FREE_PLAY_GATEWAY_VERSION, PLATFORM_WEB } from '../../../shared/constants.ts';
import type { FormValues } from './form-input.ts';

type Body = Readonly<Record<string, unknown>>;
const RANDOM_BYTES = 16;

/** Fields that scripts would add to the body of a form, by call. */
const DEFAULT_FIELDS: Readonly<Record<string, (values: FormValues, siteOrigin: string, currency: string) => Body>> = {
  // A sign-in by SMS sends number and code as user name and password.
  [sessionLogin.id]: ({ mobileNum, verificationCode }) => ({
    ...(mobileNum && { username: mobileNum }),
    ...(verificationCode && { password: verificationCode }),
  }),
  [memberRegister.id]: (_values, siteOrigin) => registrationOrigin(siteOrigin),
  [memberRegisterMobile.id]: (_values, siteOrigin) => registrationOrigin(siteOrigin),
  [dividendAction.id]: contractStep,
  [dailyAction.id]: contractStep,
  [hourlyAction.id]: contractStep,
  [realTimeAction.id]: contractStep,
  // Free play describes the browser and sends a random text.
  [freePlayLogin.id]: () => ({
    os: 'unknown',
    platform: PLATFORM_WEB,
    random: randomBytes(RANDOM_BYTES).toString('hex'),
    gatewayVersion: FREE_PLAY_GATEWAY_VERSION,
  }),
};

/** Returns the body of a posted form as the call takes it. `currency`: of the amounts in it. */
export function withDefaultFields(
  call: AnyCall,
  values: FormValues,
  body: Body,
  siteOrigin: string,
  currency = '',
): Record<string, unknown> {
  return { ...DEFAULT_FIELDS[call.id]?.(values, siteOrigin, currency), ...body };
}

function registrationOrigin(siteOrigin: string): Body {
  return { domain: new URL(siteOrigin).host, registerUrl: `${siteOrigin}/register` };
}

/** The step of a contract is not named `action`, which would hide the address of the form from scripts; its terms are single fields. */
function contractStep(values: FormValues, _siteOrigin: string, currency: string): Body {
  return { action: values.step, ...(values.step === 'Request' && { terms: termsBody(values, currency) }) };
}
