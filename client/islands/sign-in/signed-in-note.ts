const KEY = 'justSignedIn';

/** Read by the page after a sign-in, which shows the previous login. Contains nothing personal. */
export function noteSignIn(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Storage is unavailable: the security centre also shows the time.
  }
}

/** True once after a sign-in. */
export function takeSignInNote(): boolean {
  try {
    const noted = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return noted;
  } catch {
    return false;
  }
}
