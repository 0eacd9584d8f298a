import { Icon } from '../../client/ui/icon.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './back-to-security.module.css';

/** Link back to the security centre. */
export function BackToSecurity({ t }: { readonly t: Translate }) {
  return (
    <a className={styles.back} href="/member/securityCenter">
      <Icon name="arrow-left" directional />
      {t('security.back')}
    </a>
  );
}
