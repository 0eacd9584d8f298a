import type { Translate } from '../../../shared/i18n/translate.ts';
import { openModal } from '../../runtime/modals.ts';
import { afterSignIn } from '../next-path.ts';

/**
 * Leaves for the remembered place after sign-in, as a full navigation: header, prices and access are then all the
 * member's. True when the page is being left.
 */
export function goOn(t: Translate, next: string | null, passwordExpired: boolean): boolean {
  const href = afterSignIn(next, location.pathname + location.search);
  if (passwordExpired) {
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
