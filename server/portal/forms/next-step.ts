import type { EntryView } from '../../../client/lib/auth/props.ts';
import type { LoginValue } from '../../../shared/api/sign-in-calls.ts';
import { safePath } from './safe-path.ts';

/** Address of a dialog about getting in, which goes on to `next`. */
export function entryHref(view: EntryView, next: string | undefined, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(view === 'login' ? {} : { view }), ...more });
  const onward = onwardPath(next);
  if (onward) query.set('next', onward);
  return query.size > 0 ? `/login?${query}` : '/login';
}

/** The second step of a sign-in, or the registration of somebody whom another service knows. */
export function stepHref(value: LoginValue, next: string | undefined): string {
  const isNew = 'verification' in value && value.verification.reason === 'registration';
  return entryHref(isNew ? 'social' : 'step', next);
}

/** Where a sign-in leads: to its second step, to a new password, or on to the page that was asked for. */
export function afterSignIn(value: LoginValue, next: string): string {
  if ('verification' in value) return stepHref(value, next);
  if (value.mustChangePassword) return entryHref('change-password', next);
  return onwardPath(next) ?? '/index';
}

/** A page of this site other than the sign-in itself. */
export function onwardPath(next: string | undefined): string | undefined {
  const path = safePath(next, '');
  return path === '' || /^\/(?:login|register)(?:\.html)?(?:[?#]|$)/.test(path) ? undefined : path;
}
