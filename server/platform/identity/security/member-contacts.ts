import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { contactSend } from '../../../../shared/api/security/calls.ts';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { CONTACT_COLUMN, type ContactChannel, openContact, readEmail, sealedContact } from '../../notify/contacts/index.ts';
import { findById, type MemberRow } from '../members/index.ts';
import type { Codes } from '../verification/index.ts';
import { type ChangeDeps, noteChange, type Owner } from './change.ts';

const UNIQUE_VIOLATION = '23505';

export type EnteredContact = BodyOf<typeof contactSend>;

/** Sends a code to a new contact, valid in this session only. Whether another member has the contact is revealed to its holder only. */
export function sendContactCode({ codes }: ChangeDeps, owner: Owner, contact: EnteredContact) {
  const { memberId, sessionId } = owner.actor;
  return codes.send({
    purpose: 'contact',
    channel: contact.channel,
    to: normalised(codes, contact),
    binding: sessionId,
    memberId,
    deliver: true,
    caller: owner,
  });
}

/** Stores a contact after its code was verified. Notifies the previous contact and the member's other contact. */
export async function confirmContact(deps: ChangeDeps, owner: Owner, contact: EnteredContact & { readonly code: string }): Promise<void> {
  const { db, codes } = deps;
  const { channel, code } = contact;
  const { memberId, sessionId } = owner.actor;
  const to = normalised(codes, contact);
  const right = await codes.spend({ purpose: 'contact', channel, to, binding: sessionId, code });
  if (!right) throw new Refusal('invalid_fields', {}, { verificationCode: { code: 'field_code_wrong' } });
  await inTransaction(db, async (tx) => {
    const member = await findById(tx, memberId);
    if (!member) throw new Refusal('unauthorized');
    await setContact(tx, deps, memberId, channel, to);
    await notifyOtherContacts(tx, deps, owner, member, channel, to);
    await noteChange(tx, deps, owner, channel === 'sms' ? 'mobile_changed' : 'email_changed');
  }).catch((error: unknown) => {
    // The unique index decides, also between concurrent confirmations of one contact.
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw new Refusal('contact_taken');
    throw error;
  });
}

function normalised(codes: Codes, { channel, mobileNum = '', countryDialingCode = '', email = '' }: EnteredContact): string {
  if (channel === 'sms') return codes.readMobile(countryDialingCode, mobileNum);
  const address = readEmail(email);
  if (!address) throw new Refusal('invalid_fields', {}, { email: { code: email ? 'field_format' : 'field_required' } });
  return address;
}

function setContact(tx: Tx, { secrets, clock }: ChangeDeps, memberId: string, channel: ContactChannel, to: string) {
  const { sealed, key } = sealedContact(secrets, channel, to);
  const now = clock.now();
  const values =
    channel === 'sms'
      ? { mobile: sealed, mobile_key: key, mobile_verified_at: now }
      : { email: sealed, email_key: key, email_verified_at: now };
  return tx.updateTable('member').set(values).where('id', '=', memberId).execute();
}

/** Notifies all verified contacts except the new one. */
async function notifyOtherContacts(
  tx: Tx,
  { messages, secrets }: ChangeDeps,
  owner: Owner,
  member: MemberRow,
  channel: ContactChannel,
  to: string,
): Promise<void> {
  for (const known of ['sms', 'email'] as const) {
    const sealed = member[CONTACT_COLUMN[known]];
    if (!sealed || !member[`${CONTACT_COLUMN[known]}_verified_at`]) continue;
    const address = openContact(secrets, known, sealed);
    if (known === channel && address === to) continue;
    await messages.post(tx, {
      memberId: member.id,
      channel: known,
      to: address,
      template: 'contact_changed',
      params: {},
      language: member.language ?? owner.language,
    });
  }
}
