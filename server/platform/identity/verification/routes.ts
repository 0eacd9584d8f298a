import type { BodyOf } from '../../../../shared/api/client-call.ts';
import { FIREBASE_CHANNEL } from '../../../../shared/api/verification/constants.ts';
import {
  captchaImage,
  challengeCall,
  phoneConfirm,
  phoneServiceCall,
  smsNoLogin,
  smsRegister,
} from '../../../../shared/api/verification/contract.ts';
import type { SentCode } from '../../../../shared/api/verification/schemas.ts';
import { isRequestedField } from '../../../../shared/rules/check-registration.ts';
import { defined } from '../../../kit/defined.ts';
import { type BoundCall, bind, type CallContext } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { isRegistrationOpen, type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import { contactKey } from '../../notify/contacts/index.ts';
import { findByVerifiedMobile } from '../members/index.ts';
import type { CodesDeps } from './codes.ts';
import type { Codes } from './contracts.ts';
import type { HumanCheckService } from './human.ts';

export interface VerificationRouteDeps extends CodesDeps {
  readonly codes: Codes;
  readonly human: HumanCheckService;
}

export function verificationRoutes(deps: VerificationRouteDeps): readonly BoundCall[] {
  const { human } = deps;
  return [
    bind(challengeCall, (_context, { query }) => human.offer(query.action)),
    bind(phoneServiceCall, async () => ({ siteKey: await deps.codes.phoneSiteKey() })),
    bind(phoneConfirm, (_context, { body }) => confirmNumber(deps, body)),
    bind(captchaImage, (context, { query }) => human.draw(query.key, context)),
    bind(smsNoLogin, (context, { body }) => sendToMember(deps, context, body)),
    bind(smsRegister, (context, { body }) => sendToNewMember(deps, context, body)),
  ];
}

/** For members. Numbers that no active member has verified get the same reply and no message. */
async function sendToMember(deps: VerificationRouteDeps, caller: CallContext, body: BodyOf<typeof smsNoLogin>): Promise<SentCode> {
  const { db, merchant, codes, human } = deps;
  const { purpose, mobileNum, countryDialingCode, phoneToken, ...proof } = body;
  const { features } = (await readMerchant(db, merchant)).settings;
  if (!features[purpose === 'login' ? 'smsLogin' : 'phoneRecovery']) throw new Refusal('sign_in_method_off');
  const to = codes.readMobile(countryDialingCode, mobileNum);
  await human.require('sms', proof, caller);
  const member = await holderOf(deps, to);
  const deliver = member?.status === 'active';
  return codes.send({
    purpose,
    channel: 'sms',
    to,
    binding: '',
    memberId: deliver ? member.id : null,
    deliver,
    caller,
    ...defined({ phoneToken }),
  });
}

/** For new members. A number that a member has verified gets the same reply and no message. */
async function sendToNewMember(deps: VerificationRouteDeps, caller: CallContext, body: BodyOf<typeof smsRegister>): Promise<SentCode> {
  const { db, merchant, codes, human } = deps;
  const { username, mobileNo, countryDialingCode, phoneToken, ...proof } = body;
  requireOpenForm((await readMerchant(db, merchant)).settings, { withUsername: username !== undefined, mobileNo });
  const to = codes.readMobile(countryDialingCode, mobileNo);
  await human.require('sms', proof, caller);
  const deliver = (await holderOf(deps, to)) === undefined;
  return codes.send({ purpose: 'register', channel: 'sms', to, binding: '', memberId: null, deliver, caller, ...defined({ phoneToken }) });
}

/** The phone service's ID token for the code that the visitor has entered. */
async function confirmNumber({ codes }: VerificationRouteDeps, body: BodyOf<typeof phoneConfirm>) {
  const { mobileNum, countryDialingCode, purpose, verificationCode } = body;
  const to = codes.readMobile(countryDialingCode, mobileNum);
  const firebaseIdToken = await codes.tokenFor({ purpose, to, code: verificationCode });
  if (firebaseIdToken === undefined) throw new Refusal('code_wrong', {}, { verificationCode: { code: 'field_code_wrong' } });
  return { firebaseChannel: FIREBASE_CHANNEL, firebaseIdToken };
}

function holderOf({ db, merchant, secrets }: VerificationRouteDeps, number: string) {
  return findByVerifiedMobile(db, merchant, contactKey(secrets, 'sms', number));
}

/** The mobile form always needs a code, the user-name form if its rules require one. */
function requireOpenForm(settings: MerchantSettings, form: { withUsername: boolean; mobileNo: string }): void {
  const { registration } = settings;
  const open = isRegistrationOpen(settings, form.withUsername ? 'username' : 'mobile');
  const isCodeRequired =
    !form.withUsername || isRequestedField('verificationCode', registration, { mobileNum: form.mobileNo }, { form: 'username' });
  if (!open || !isCodeRequired) throw new Refusal('registration_closed');
}
