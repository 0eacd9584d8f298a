/** Normalised user name for comparison: `Captain7`, `captain7` and their full-width forms are one account. */
export function accountKey(account: string): string {
  return account.trim().normalize('NFKC').toLowerCase();
}
