import type { Secrets } from '../../base/secrets.ts';
import { type ContactChannel, maskContact, openContact } from '../../notify/contacts/index.ts';
import type { MemberRow } from '../members/index.ts';

/** Verified contacts of a member, phone first. Messages go to these only. */
export type VerifiedContacts = Readonly<Partial<Record<ContactChannel, string>>>;

export function verifiedContacts(secrets: Secrets, member: MemberRow): VerifiedContacts {
  const { mobile, mobile_verified_at, email, email_verified_at } = member;
  return {
    ...(mobile && mobile_verified_at && { sms: openContact(secrets, 'sms', mobile) }),
    ...(email && email_verified_at && { email: openContact(secrets, 'email', email) }),
  };
}

export function channelsOf(contacts: VerifiedContacts): readonly ContactChannel[] {
  return (['sms', 'email'] as const).filter((channel) => contacts[channel] !== undefined);
}

/** Contacts to which this step can send a code. */
export function maskedContacts(
  contacts: VerifiedContacts,
  methods: readonly string[],
): { readonly mobile: string | null; readonly email: string | null } {
  const mask = (channel: ContactChannel) => {
    const to = methods.includes(channel) ? contacts[channel] : undefined;
    return to === undefined ? null : maskContact(channel, to);
  };
  return { mobile: mask('sms'), email: mask('email') };
}
