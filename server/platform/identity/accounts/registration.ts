import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import { defined } from '../../../kit/defined.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';
import { isRegistrationOpen, readMerchant } from '../../merchant/index.ts';
import { contactKey, maskContact } from '../../notify/contacts/index.ts';
import { findByName, findByVerifiedMobile, type Passwords, recordEvent, unusablePassword } from '../members/index.ts';
import { hashPaymentPassword } from '../payment-password/index.ts';
import type { SignIn, SignInResult } from '../sign-in/index.ts';
import type { Codes, HumanCheck } from '../verification/index.ts';
import { type Affiliate, findAffiliate } from './affiliates.ts';
import type { AddMember, NewMember } from './new-member.ts';
import { findRecommendingAgent } from './recommenders.ts';
import type { Referrals } from './referrals.ts';
import { type RegistrationBody, type RegistrationForm, type RegistrationTab, readRegistration } from './registration-form.ts';

export interface RegistrationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly human: HumanCheck;
  readonly codes: Codes;
  readonly referrals: Referrals;
}

export type Register = (tab: RegistrationTab, body: RegistrationBody, caller: Caller) => Promise<SignInResult>;

/**
 * Registers and signs in. The order limits abuse: first the merchant's rules, which reveal nothing; then the challenge; then checks that
 * reveal existing data (names, invitation codes) or consume a proof (the SMS code).
 */
export function createRegistration(deps: RegistrationDeps, addMember: AddMember): Register {
  const { db, clock, merchant, passwords, signIn, human, codes } = deps;
  return async (tab, body, caller) => {
    const { settings } = await readMerchant(db, merchant);
    if (!isRegistrationOpen(settings, tab)) throw new Refusal('registration_closed');
    if (!body.agreed) throw new Refusal('terms_required');
    const { registration } = settings;
    const form = readRegistration(registration, tab, body, { codes, today: clock.now() });

    const { challenge, captchaKey, captcha } = body;
    await human.require('register', { challenge, captchaKey, captcha }, caller);
    if (tab === 'username' && (await findByName(db, merchant, form.account))) throw nameTaken();
    const affiliate = await affiliateOf(deps, form, caller);
    await refuseUnknownReferral(deps, form);
    const agentId = affiliate ? undefined : await recommendingAgent(deps, form);
    const passwordHash = form.password === undefined ? await unusablePassword(passwords) : await passwords.hash(form.password);
    const paymentHash = form.paymentPassword === undefined ? undefined : await hashPaymentPassword(deps, form.paymentPassword);
    const mobileVerified = await provesMobile(codes, form, body.firebaseIdToken);

    const draft: NewMember = {
      account: form.account,
      type: affiliate?.type ?? MEMBER_TYPE.member,
      currency: settings.currency,
      passwordHash,
      ownPassword: true,
      ...defined({
        // The number is masked, because nicknames are public.
        nickname: tab === 'mobile' ? maskContact('sms', form.account) : undefined,
        paymentHash,
        mobile: form.mobile === undefined ? undefined : { to: form.mobile, verified: mobileVerified },
        email: form.email === undefined ? undefined : { to: form.email, verified: false },
        affiliate,
        agentId,
        referralCode: form.referralCode,
      }),
      language: caller.language,
      profile: form.profile,
    };
    const { clientAddress, country } = caller;
    return inTransaction(db, async (tx, afterCommit) => {
      const member = await addMember(tx, draft);
      if (!member) throw tab === 'mobile' ? numberTaken() : await takenRefusal(deps, tx, mobileVerified ? form.mobile : undefined);
      await recordEvent(tx, { merchant, memberId: member.id, kind: 'registered', clientAddress, country, at: clock.now() });
      return signIn.complete(tx, afterCommit, { member, path: 'register', caller, remember: false });
    });
  };
}

async function affiliateOf({ db, merchant }: RegistrationDeps, form: RegistrationForm, caller: Caller): Promise<Affiliate | undefined> {
  const affiliate = await findAffiliate(db, { merchant, code: form.affiliateCode, siteOrigin: caller.siteOrigin });
  if (!affiliate && form.affiliateCode !== undefined)
    throw new Refusal('affiliate_invalid', {}, { affiliateCode: { code: 'field_affiliate_invalid' } });
  return affiliate;
}

/** A code of a link, which the form does not show, cannot be corrected: it is kept and refers to no member. */
async function refuseUnknownReferral(
  { db, referrals }: RegistrationDeps,
  { referralCode, typesReferral }: RegistrationForm,
): Promise<void> {
  if (referralCode === undefined || !typesReferral || (await referrals.isCode(db, referralCode))) return;
  throw new Refusal('referral_unknown', {}, { referralCode: { code: 'field_referral_unknown' } });
}

async function recommendingAgent({ db, merchant }: RegistrationDeps, { recommender }: RegistrationForm): Promise<string | undefined> {
  return recommender === undefined ? undefined : findRecommendingAgent(db, { merchant, recommender });
}

/** Whether the number was verified. Refuses an invalid proof. */
async function provesMobile(codes: Codes, form: RegistrationForm, firebaseIdToken: string | undefined): Promise<boolean> {
  if (form.mobile === undefined) return false;
  if (firebaseIdToken) {
    if ((await codes.verifiedNumber(firebaseIdToken)) !== form.mobile) throw wrongCode();
    return true;
  }
  if (form.verificationCode === undefined) return false;
  const proof = { purpose: 'register', channel: 'sms', to: form.mobile, binding: '', code: form.verificationCode } as const;
  if (!(await codes.spend(proof))) throw wrongCode();
  return true;
}

/** The reason of a conflict: the account name, or the verified number of another member. */
async function takenRefusal({ merchant, secrets }: RegistrationDeps, tx: Tx, provenMobile: string | undefined): Promise<Refusal> {
  if (provenMobile === undefined) return nameTaken();
  const holder = await findByVerifiedMobile(tx, merchant, contactKey(secrets, 'sms', provenMobile));
  return holder ? numberTaken() : nameTaken();
}

const nameTaken = () => new Refusal('username_taken', {}, { username: { code: 'field_taken' } });
const numberTaken = () => new Refusal('contact_taken', {}, { mobileNum: { code: 'field_taken' } });
const wrongCode = () => new Refusal('code_wrong', {}, { verificationCode: { code: 'field_code_wrong' } });
