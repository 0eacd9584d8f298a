/** Mail domains that ignore dots in the local part, with the domain to which they deliver. */
const DOTLESS_DOMAINS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** Common form of all addresses of a mailbox: without tags after "+", and without ignored dots. */
export function mailboxOf(email: string): string {
  const address = email.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at).replace(/(?<=.)\+.*$/, ''), address.slice(at + 1)];
  const canonical = DOTLESS_DOMAINS[domain];
  return canonical === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${canonical}`;
}

/** Common form of a name: without accents of Latin letters, case and punctuation, its parts in alphabetical order. */
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

/** "year-month-day" from the two formats of registrations; undefined for others. */
export function birthDate(input: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(input)) return input;
  const american = /^(\d{2})-(\d{2})-(\d{4})$/.exec(input);
  return american ? `${american[3]}-${american[1]}-${american[2]}` : undefined;
}
