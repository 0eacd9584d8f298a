import type { Secrets } from '../../base/secrets.ts';
import type { ContactChannel } from '../../notify/contacts/index.ts';
import { accountKey, type MemberRow } from '../members/index.ts';
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
