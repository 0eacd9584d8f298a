/** The form in which user names are compared: `Captain7`, `captain7` and their full-width twins are one account. */
export function accountKey(account: string): string {
  return account.trim().normalize('NFKC').toLowerCase();
}
