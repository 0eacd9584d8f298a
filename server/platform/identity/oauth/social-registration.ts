import { randomBytes } from 'node:crypto';
import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { oauthRegister } from '../../../../shared/api/oauth/calls.ts';
import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import { checkRegistration } from '../../../../shared/rules/check-registration.ts';
import { defined } from '../../../kit/defined.ts';
import { inTransaction } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import { readEmail } from '../../notify/contacts/index.ts';
import { findAffiliate } from '../accounts/index.ts';
import type { SignInResult } from '../sign-in/index.ts';
import type { OauthDeps } from './contracts.ts';
import { addIdentity } from './identities.ts';
import { endRegistration, findRegistration } from './pending-registration.ts';

/** Fields of the short form; the provider supplies the others. */
const REQUIRED_FIELDS = ['username', 'birthday'];

/** Creates an account for an identity: name, age, terms. The password is random; the member can set one later. */
export async function registerSocial(
  deps: OauthDeps,
  ticket: string | null,
  form: BodyOf<typeof oauthRegister>,
  caller: Caller,
): Promise<SignInResult> {
  const { db, secrets, clock, merchant, passwords, accounts, signIn } = deps;
  const pending = await findRegistration(db, secrets, ticket, clock.now());
  if (!pending || ticket === null) throw new Refusal('step_expired');
  const { settings } = await readMerchant(db, merchant);
  if (!settings.registration.open) throw new Refusal('registration_closed');
  if (!form.agreed) throw new Refusal('terms_required');
  checkForm(settings, form, clock.now());
  const affiliate = await affiliateOf(deps, form, caller);
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
  const email = pending.email === null ? undefined : readEmail(pending.email);

  return inTransaction(db, async (tx, afterCommit) => {
    if (!(await endRegistration(tx, ticket, clock.now()))) throw new Refusal('step_expired');
    const member = await accounts.addMember(tx, {
      account: normaliseValue(form.username),
      type: affiliate?.type ?? MEMBER_TYPE.member,
      currency: settings.currency,
      passwordHash,
      ownPassword: true,
      ...defined({
        // An address verified by another member is not stored as verified.
        email: email === undefined ? undefined : { to: email, verified: false },
        affiliate,
        referralCode: normaliseValue(form.referralCode) || undefined,
      }),
      language: caller.language,
      profile: form.birthday ? { birthday: normaliseValue(form.birthday) } : {},
    });
    if (!member) throw new Refusal('username_taken', {}, { username: { code: 'field_taken' } });
    const identity = { merchant, provider: pending.provider, subject: pending.subject };
    if (!(await addIdentity(tx, secrets, identity, member.id, clock.now()))) throw new Refusal('step_expired');
    return signIn.complete(tx, afterCommit, { member, path: 'register', caller, remember: false });
  });
}

function checkForm({ registration }: MerchantSettings, form: BodyOf<typeof oauthRegister>, now: Date): void {
  const values = { username: form.username, ...(form.birthday !== undefined && { birthday: form.birthday }) };
  const problems = Object.entries(checkRegistration(registration, values, now)).filter(([field]) => REQUIRED_FIELDS.includes(field));
  if (problems.length > 0) throw new Refusal('invalid_fields', {}, Object.fromEntries(problems));
}

async function affiliateOf({ db, merchant }: OauthDeps, form: BodyOf<typeof oauthRegister>, { siteOrigin }: Caller) {
  const code = normaliseValue(form.affiliateCode) || undefined;
  const affiliate = await findAffiliate(db, { merchant, code, siteOrigin });
  if (!affiliate && code !== undefined) throw new Refusal('affiliate_invalid', {}, { affiliateCode: { code: 'field_affiliate_invalid' } });
  return affiliate;
}
