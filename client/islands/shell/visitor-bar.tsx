import { PATHS } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './header-bar.module.css';
import { HeaderSignIn } from './header-sign-in.tsx';
import type { HeaderBarProps } from './props.ts';

/** Visitors: the form on wide screens without a dialog, a link to the dialog on all others, and the registration. */
export function VisitorBar({ balance, here, dialogOpen, t }: HeaderBarProps & IslandContext) {
  const next = encodeURIComponent(here);
  return (
    <div className={styles.bar} data-resting={balance?.resting ? '' : undefined}>
      {dialogOpen ? null : <HeaderSignIn t={t} here={here} />}
      <ButtonLink className={styles.dialogLink} variant="ghost" href={`${PATHS.login}?next=${next}`} data-modal="login">
        {t('header.login')}
      </ButtonLink>
      <ButtonLink variant="primary" href={`${PATHS.register}?next=${next}`} data-modal="register">
        {t('header.join')}
      </ButtonLink>
    </div>
  );
}
