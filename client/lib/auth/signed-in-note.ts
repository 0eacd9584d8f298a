const KEY = 'justSignedIn';

/** For the page that follows a sign-in, which tells when the last one was. Says nothing about the person. */
export function noteSignIn(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Storage closed to this page: the security centre has the time as well.
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
