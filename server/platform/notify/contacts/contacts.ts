import type { Secrets } from '../../base/secrets.ts';

export type ContactChannel = 'sms' | 'email';

/** The column of `member` for a contact; also the purpose used for sealing and for the digest. */
export const CONTACT_COLUMN = { sms: 'mobile', email: 'email' } as const;

/** A contact for storage: sealed, with a digest for lookups. `to`: E.164 number or normalised address. */
export function sealedContact(secrets: Secrets, channel: ContactChannel, to: string): { readonly sealed: string; readonly key: string } {
  return { sealed: secrets.seal(purposeOf(channel), to), key: contactKey(secrets, channel, to) };
}

export function contactKey(secrets: Secrets, channel: ContactChannel, to: string): string {
  return secrets.keyOf(purposeOf(channel), to);
}

export function openContact(secrets: Secrets, channel: ContactChannel, sealed: string): string {
  return secrets.open(purposeOf(channel), sealed);
}

/** Normalised e-mail address; undefined for an invalid one. */
export function readEmail(input: string): string | undefined {
  const address = input.trim().normalize('NFC').toLowerCase();
  return address.length <= 254 && /^[^\s@<>(),;:"\\]{1,64}@[^\s@<>(),;:"\\]+\.[^\s@.<>(),;:"\\]{2,}$/.test(address) ? address : undefined;
}

/** The contact masked so that its owner recognises it: "•••• 4321", "d•••@e•••.com". */
export function maskContact(channel: ContactChannel, to: string): string {
  if (channel === 'sms') return `•••• ${to.slice(-4)}`;
  const at = to.lastIndexOf('@');
  const dot = to.lastIndexOf('.');
  return `${to.slice(0, 1)}•••@${to.slice(at + 1, at + 2)}•••${to.slice(dot)}`;
}

function purposeOf(channel: ContactChannel): string {
  return `member.${CONTACT_COLUMN[channel]}`;
}
