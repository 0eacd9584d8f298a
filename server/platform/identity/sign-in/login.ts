import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import { inTransaction } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import { contactKey } from '../../notify/contacts/index.ts';
import { findByName, findByVerifiedMobile, type MemberRow } from '../members/index.ts';
import type { HumanCheck, HumanProof } from '../verification/index.ts';
import { codeRecipient } from './code-recipient.ts';
import type { SignInDeps, SignInPath, SignInResult } from './contracts.ts';
import { checkSide } from './side.ts';
import type { SignInService } from './sign-in.ts';

export interface LoginDeps extends SignInDeps {
  readonly signIn: SignInService;
  readonly human: HumanCheck;
}

type LoginForm = BodyOf<typeof sessionLogin>;

/** Failures after which a challenge is required for a name, known or unknown. */
const CHALLENGE_AFTER = 2;

/** Checks in order: challenge, credentials, side of the site (player or agent), sign-in policy. */
export async function login(deps: LoginDeps, caller: Caller, form: LoginForm): Promise<SignInResult> {
  const { settings } = await readMerchant(deps.db, deps.merchant);
  const { member, path } = await PROOFS[form.type](deps, caller, form, settings);
  checkSide(member, form.side);
  const { remember, password } = form;
  return inTransaction(deps.db, (tx, afterCommit) =>
    deps.signIn.complete(tx, afterCommit, { member, path, caller, remember, ...(path === 'password' && { password }) }),
  );
}

type Proof = (
  deps: LoginDeps,
  caller: Caller,
  form: LoginForm,
  settings: MerchantSettings,
) => Promise<{ readonly member: MemberRow; readonly path: SignInPath }>;

const PROOFS: Readonly<Record<LoginForm['type'], Proof>> = { username: byPassword, sms: bySms, code: byCode };

async function byPassword(...[deps, caller, form, { access }]: Parameters<Proof>): ReturnType<Proof> {
  const { db, merchant, signIn } = deps;
  const { username, password } = form;
  const member = await findByName(db, merchant, username);
  const challengeWanted = async () =>
    access.loginChallenge === 'always' || (await signIn.failures(username, member, caller)) >= CHALLENGE_AFTER;
  await requireHuman(deps, caller, form, await challengeWanted());
  if (!(await signIn.isPassword(username, member, password, caller)) || !member)
    throw new Refusal('wrong_credentials', {}, {}, { captcha: await challengeWanted() });
  return { member, path: 'password' };
}

/** The number is the name: signs in the member who has verified it. */
async function bySms(...[deps, caller, form, { access, features }]: Parameters<Proof>): ReturnType<Proof> {
  const { db, merchant, codes, secrets } = deps;
  if (!features.smsLogin) throw new Refusal('sign_in_method_off');
  const always = access.loginChallenge === 'always';
  const number = codes.readMobile(form.countryDialingCode ?? '', form.username);
  await requireHuman(deps, caller, form, always);
  const isCodeValid =
    form.firebaseIdToken === undefined
      ? await codes.spend({ purpose: 'login', channel: 'sms', to: number, binding: '', code: form.password.trim() })
      : (await codes.verifiedNumber(form.firebaseIdToken)) === number;
  if (!isCodeValid) throw new Refusal('code_wrong', {}, {}, { captcha: always });
  const member = await findByVerifiedMobile(db, merchant, contactKey(secrets, 'sms', number));
  if (member?.status !== 'active') throw new Refusal('wrong_credentials', {}, {}, { captcha: always });
  return { member, path: 'sms' };
}

/** With the code of `session.loginCode`, which also removes a lock. */
async function byCode(...[deps, caller, form, { access, features }]: Parameters<Proof>): ReturnType<Proof> {
  const { db, merchant, codes, secrets } = deps;
  if (!features.codeLogin) throw new Refusal('sign_in_method_off');
  const always = access.loginChallenge === 'always';
  await requireHuman(deps, caller, form, always);
  const member = await findByName(db, merchant, form.username);
  const { channel, to, binding } = codeRecipient(secrets, form.username, member);
  // Refused like a wrong code: a separate reply for expired codes would reveal that the name exists.
  const spending = codes.spend({ purpose: 'account', channel, to, binding, code: form.password.trim() });
  const isRight = await spending.catch((error: unknown) => {
    if (error instanceof Refusal) return false;
    throw error;
  });
  if (!isRight || !member) throw new Refusal('code_wrong', {}, {}, { captcha: always });
  return { member, path: 'code' };
}

async function requireHuman({ human }: LoginDeps, caller: Caller, proof: HumanProof, isRequired: boolean): Promise<void> {
  try {
    await human.require('login', proof, caller, isRequired ? 'required' : 'optional');
  } catch (error) {
    if (error instanceof Refusal && isRequired) throw new Refusal(error.code, error.params, error.fields, { captcha: true });
    throw error;
  }
}
