import { firstLogin } from '../../../shared/api/session/calls.ts';
import type { LoginValue } from '../../../shared/api/sign-in/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call } from '../../page/call.ts';
import { afterSignIn } from '../../page/next-path.ts';
import { entryHref } from '../../page/paths.ts';
import { clearPopupAccount } from '../../page/popups/popup-store.ts';
import { type ModalRequest, openModal } from '../../runtime/modals.ts';
import { announceSession } from '../../runtime/page-session.ts';
import type { EntryView } from './props.ts';
import { noteSignIn } from './signed-in-note.ts';

/** A slow confirmation of the first sign-in must not delay the sign-in. */
const FIRST_LOGIN_DEADLINE_MS = 3_000;

/**
 * Next step after any sign-in: the second step, the forced password change, or a full navigation to the target, so that
 * the whole page is rendered for the member. Returns true if the page is left.
 */
export async function finishSignIn(t: Translate, value: LoginValue, next: string | null): Promise<boolean> {
  if ('verification' in value) {
    const { ticket: _, ...step } = value.verification;
    return openEntry(step.reason === 'registration' ? { name: 'social' } : { name: 'step', step }, next);
  }
  announceSession(value.member.account);
  noteSignIn();
  clearPopupAccount();
  if (value.firstTimeLogin) await call(firstLogin, { signal: AbortSignal.timeout(FIRST_LOGIN_DEADLINE_MS) });
  if (value.mustChangePassword)
    return openEntry({ name: 'change-password', forced: true, oldPassword: value.needsOldPassword === true }, next);
  const href = afterSignIn(next, location.pathname + location.search);
  if (value.passwordExpired) {
    const message = {
      icon: 'info',
      title: t('auth.passwordExpiredTitle'),
      text: t('auth.passwordExpiredText'),
      buttons: [{ label: t('common.continue'), href }],
    } as const;
    if (openModal({ name: 'message', message })) return false;
  }
  location.assign(href);
  return true;
}

/** Opens the next dialog, or its page if this page has no dialogs. Returns true if the page is left. */
function openEntry(request: ModalRequest & { readonly name: EntryView }, next: string | null): boolean {
  if (openModal(next === null ? request : { ...request, next })) return false;
  location.assign(entryHref(request.name, next));
  return true;
}
