import type { EntryView } from '../../../client/islands/sign-in/props.ts';
import type { LoginValue } from '../../../shared/api/sign-in/schemas.ts';
import { safePath } from './safe-path.ts';

/** Address of an entry dialog, which continues to `next`. */
export function entryHref(view: EntryView, next: string | undefined, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(view === 'login' ? {} : { view }), ...more });
  const onward = onwardPath(next);
  if (onward) query.set('next', onward);
  return query.size > 0 ? `/login?${query}` : '/login';
}

/** Address of the second step of a sign-in, or of the registration after a social sign-in. */
export function stepHref(value: LoginValue, next: string | undefined): string {
  const isNew = 'verification' in value && value.verification.reason === 'registration';
  return entryHref(isNew ? 'social' : 'step', next);
}

/** Where a sign-in leads: to its second step, to a new password, or to the requested page. */
export function afterSignIn(value: LoginValue, next: string): string {
  if ('verification' in value) return stepHref(value, next);
  if (value.mustChangePassword) return entryHref('change-password', next);
  return onwardPath(next) ?? '/index';
}

/** A path of this site other than the sign-in; undefined for anything else. */
export function onwardPath(next: string | undefined): string | undefined {
  const path = safePath(next, '');
  return path === '' || /^\/(?:login|register)(?:\.html)?(?:[?#]|$)/.test(path) ? undefined : path;
}
