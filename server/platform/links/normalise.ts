/** Mail domains that ignore dots in the local part; the value is the domain that all of them deliver to. */
const DOTLESS_DOMAINS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** One form of all addresses that reach the same mailbox: without tags after "+", and without dots where they mean nothing. */
export function mailboxOf(email: string): string {
  const address = email.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at).replace(/(?<=.)\+.*$/, ''), address.slice(at + 1)];
  const canonical = DOTLESS_DOMAINS[domain];
  return canonical === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${canonical}`;
}

/**
 * One form of a name, whichever part comes first and however a form or a bank writes it: without accents of Latin letters,
 * capitals and punctuation, its parts in alphabetical order.
 */
export function personName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/['\u2019]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== '')
    .toSorted()
    .join(' ');
}

/** "year-month-day" of the two forms that registrations take; undefined for another one. */
export function birthDate(typed: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return typed;
  const american = /^(\d{2})-(\d{2})-(\d{4})$/.exec(typed);
  return american ? `${american[3]}-${american[1]}-${american[2]}` : undefined;
}
