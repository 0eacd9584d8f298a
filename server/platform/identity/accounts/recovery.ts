import type { passwordEmail, passwordReset, passwordVerification } from '../../../../shared/api/accounts/calls.ts';
import type { BodyOf } from '../../../../shared/api/client-call.ts';
import { checkField, type FieldProblem, type FieldRule, normaliseValue } from '../../../../shared/rules/check-field.ts';
import { checkNewPassword, type FieldProblems } from '../../../../shared/rules/check-registration.ts';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import { contactKey, readEmail } from '../../notify/contacts/index.ts';
import { findByVerifiedMobile, type MemberRow, type Passwords, verifyEmail } from '../members/index.ts';
import type { Codes, HumanCheck } from '../verification/index.ts';
import { readMobile } from './registration-form.ts';
import { type ResetForgottenDeps, resetForgottenPassword } from './reset-forgotten-password.ts';
import { findByCode, findByTicket, memberOfEmail, RESET_MINUTES, type ResetDeps, requestReset, spendReset } from './reset-requests.ts';

export interface RecoveryDeps extends ResetDeps, ResetForgottenDeps {
  readonly passwords: Passwords;
  readonly human: HumanCheck;
  readonly codes: Codes;
}

/** Password recovery. Both calls that set a password return the account name. */
export interface Recovery {
  /** Same reply for known and unknown pairs of name and address, unless the merchant's settings allow the difference. */
  requestByEmail(body: BodyOf<typeof passwordEmail>, caller: Caller): Promise<{ readonly expiredMinutes: number }>;
  /** With the link or the code of the message. */
  setByEmail(body: BodyOf<typeof passwordReset>, caller: Caller): Promise<string>;
  /** With a verified mobile number and its code. An unknown number is answered like a wrong code. */
  setByPhone(body: BodyOf<typeof passwordVerification>, caller: Caller): Promise<string>;
}

type NewPassword = Pick<BodyOf<typeof passwordReset>, 'newPassword' | 'confirmNewPassword'>;
type EmailBody = BodyOf<typeof passwordReset>;
type PhoneBody = BodyOf<typeof passwordVerification>;
/** Consumes the proof and returns its member; refuses if the proof is not valid any more. */
type Claim = (tx: Tx) => Promise<MemberRow>;

export function createRecovery(deps: RecoveryDeps): Recovery {
  return {
    requestByEmail: (body, caller) => requestByEmail(deps, body, caller),
    setByEmail: (body, caller) => setByEmail(deps, body, caller),
    setByPhone: (body, caller) => setByPhone(deps, body, caller),
  };
}

async function requestByEmail(
  deps: RecoveryDeps,
  { username, email: emailInput, challenge, captchaKey, captcha }: BodyOf<typeof passwordEmail>,
  caller: Caller,
): Promise<{ expiredMinutes: number }> {
  const { access, registration } = await settingsFor(deps, 'emailRecovery');
  const email = readEmail(emailInput);
  const problem = nameProblem(registration.fields.username, username);
  refuseProblems({ ...(problem && { username: problem }), ...(email === undefined && { email: { code: 'field_format' } }) });
  await deps.human.require('reset', { challenge, captchaKey, captcha }, caller);
  const resetRequest = { username, email: email ?? '' };
  if (access.revealUnknown && !(await memberOfEmail(deps, deps.db, resetRequest.username, resetRequest.email)))
    throw new Refusal('user_or_email_unknown');
  await requestReset(deps, resetRequest, caller);
  return { expiredMinutes: RESET_MINUTES };
}

async function setByEmail(deps: RecoveryDeps, body: EmailBody, caller: Caller): Promise<string> {
  const settings = await settingsFor(deps, 'emailRecovery');
  const id = body.ticket === undefined ? await byCode(deps, settings, body) : await byTicket(deps, settings, body, body.ticket);
  return setPasswordOf(deps, body, caller, async (tx) => {
    const now = deps.clock.now();
    const member = await spendReset(tx, id, now);
    if (!member) throw new Refusal('reset_link_invalid');
    await verifyEmail(tx, member, now);
    return member;
  });
}

async function byTicket({ db, clock }: RecoveryDeps, settings: MerchantSettings, body: EmailBody, ticket: string): Promise<string> {
  const found = await findByTicket(db, ticket, clock.now());
  if (!found) throw new Refusal('reset_link_invalid');
  refuseProblems(passwordProblems(settings, body, found.account));
  return found.id;
}

async function byCode(deps: RecoveryDeps, settings: MerchantSettings, body: EmailBody): Promise<string> {
  const { username = '', verificationCode = '' } = body;
  refuseProblems({ ...missingFields({ username, verificationCode }), ...passwordProblems(settings, body, username) });
  const id = await findByCode(deps, { username, code: verificationCode });
  if (id === undefined) throw new Refusal('reset_link_invalid', {}, { verificationCode: { code: 'field_code_wrong' } });
  return id;
}

async function setByPhone(deps: RecoveryDeps, body: PhoneBody, caller: Caller): Promise<string> {
  const { merchant, secrets, codes } = deps;
  const settings = await settingsFor(deps, 'phoneRecovery');
  const number = readMobile(codes, body.countryDialingCode, body.mobileNum);
  refuseProblems({
    ...(number === undefined && { mobileNum: { code: 'field_mobile_invalid' } }),
    ...(body.firebaseIdToken ? {} : missingFields({ verificationCode: body.verificationCode })),
    ...passwordProblems(settings, body, body.mobileNum),
  });
  const to = number ?? '';
  const prove = () => provesNumber(codes, to, body);
  return setPasswordOf(
    deps,
    body,
    caller,
    async (tx) => {
      const member = await findByVerifiedMobile(tx, merchant, contactKey(secrets, 'sms', to));
      if (member?.status !== 'active') throw wrongCode();
      // Checked after the proof: the result depends on the account name and would reveal the owner of the number.
      refuseProblems(passwordProblems(settings, body, member.account));
      return member;
    },
    prove,
  );
}

/** Hashes first: if the queue is full, the proof is not consumed. */
async function setPasswordOf(
  deps: RecoveryDeps,
  { newPassword }: NewPassword,
  caller: Caller,
  claim: Claim,
  prove: () => Promise<boolean> = async () => true,
): Promise<string> {
  const passwordHash = await deps.passwords.hash(normaliseValue(newPassword));
  if (!(await prove())) throw wrongCode();
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const member = await claim(tx);
    await resetForgottenPassword(deps, tx, afterCommit, { member, passwordHash, caller });
    return member.account;
  });
}

async function settingsFor({ db, merchant }: RecoveryDeps, feature: 'emailRecovery' | 'phoneRecovery'): Promise<MerchantSettings> {
  const { settings } = await readMerchant(db, merchant);
  if (!settings.features[feature]) throw new Refusal('sign_in_method_off');
  return settings;
}

async function provesNumber(codes: Codes, to: string, { verificationCode, firebaseIdToken }: PhoneBody): Promise<boolean> {
  if (firebaseIdToken) return (await codes.verifiedNumber(firebaseIdToken)) === to;
  return codes.spend({ purpose: 'reset', channel: 'sms', to, binding: '', code: verificationCode });
}

/** A member registered by mobile number has the number as the account name, which the name rule may not accept. */
function nameProblem(rule: FieldRule | undefined, username: string): FieldProblem | undefined {
  return rule && !/^\+\d{5,15}$/.test(username) ? checkField({ ...rule, required: true }, username) : undefined;
}

function passwordProblems(
  { registration }: MerchantSettings,
  { newPassword, confirmNewPassword }: NewPassword,
  name: string,
): FieldProblems {
  return checkNewPassword(registration.fields.password, newPassword, confirmNewPassword ?? newPassword, name);
}

function missingFields(values: Readonly<Record<string, string>>): FieldProblems {
  const missing = Object.entries(values).filter(([, value]) => value === '');
  return Object.fromEntries(missing.map(([field]) => [field, { code: 'field_required' }]));
}

function refuseProblems(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_fields', {}, problems);
}

const wrongCode = () => new Refusal('code_wrong', {}, { verificationCode: { code: 'field_code_wrong' } });
