import type { BodyOf } from '../../../shared/api/define-call.ts';
import type { loginCode } from '../../../shared/api/sign-in-calls.ts';
import { LOGIN_SMS_COUNTDOWN_SECONDS } from '../../../shared/constants.ts';
import { accountKey } from '../accounts/account-key.ts';
import type { ContactChannel } from '../accounts/contacts.ts';
import { findByName, type MemberRow } from '../accounts/store.ts';
import { readMerchant } from '../content/index.ts';
import type { CallContext } from '../http/binding.ts';
import { Refusal } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { LoginDeps } from './login.ts';
import { channelsOf, verifiedContacts } from './member-contacts.ts';
import { codeChannel } from './policy.ts';

export interface CodeRecipient {
  readonly channel: ContactChannel;
  readonly to: string;
  readonly binding: string;
  /** Null if no member can be written to. */
  readonly memberId: string | null;
}

/** Recipient of the login code of a name. Unknown and unreachable names get a recipient of their own, so that limits apply alike. */
export function codeRecipient(secrets: Secrets, name: string, member: MemberRow | undefined): CodeRecipient {
  const contacts = member?.status === 'active' ? verifiedContacts(secrets, member) : {};
  const channel = codeChannel(channelsOf(contacts));
  const to = channel && contacts[channel];
  if (!member || !channel || to === undefined)
    return { channel: 'email', to: `${accountKey(name)}@nobody.invalid`, binding: '', memberId: null };
  return { channel, to, binding: member.id, memberId: member.id };
}

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
