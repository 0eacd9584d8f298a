import { firstLogin } from '../../../shared/api/session-calls.ts';
import type { LoginValue } from '../../../shared/api/sign-in-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { type ModalRequest, openModal } from '../../runtime/modals.ts';
import { announceSession } from '../../runtime/page-session.ts';
import { call } from '../call.ts';
import { afterSignIn } from '../next-path.ts';
import { forgetAccount } from '../notices/popup-memory.ts';
import { entryHref } from '../paths.ts';
import type { EntryView } from './props.ts';
import { noteSignIn } from './signed-in-note.ts';

/** The note that the first sign-in has been seen is no reason to keep anybody waiting. */
const FIRST_LOGIN_DEADLINE_MS = 3_000;

/**
 * What follows every sign-in, whatever way it came: the second step, the forced change of the password, or a full
 * navigation to the remembered place, so that header, prices and access are all the member's. True when the page is
 * being left.
 */
export async function finishSignIn(t: Translate, value: LoginValue, next: string | null): Promise<boolean> {
  if ('verification' in value) {
    const { ticket: _, ...step } = value.verification;
    return openEntry(step.reason === 'registration' ? { name: 'social' } : { name: 'step', step }, next);
  }
  announceSession(value.member.account);
  noteSignIn();
  forgetAccount();
  if (value.firstTimeLogin) await call(firstLogin, { signal: AbortSignal.timeout(FIRST_LOGIN_DEADLINE_MS) });
  if (value.mustChangePassword) return openEntry({ name: 'change-password', forced: true }, next);
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

/** Opens the next dialog, or its page where this one has no dialogs; true when the page is being left. */
function openEntry(request: ModalRequest & { readonly name: EntryView }, next: string | null): boolean {
  if (openModal(next === null ? request : { ...request, next })) return false;
  location.assign(entryHref(request.name, next));
  return true;
}
