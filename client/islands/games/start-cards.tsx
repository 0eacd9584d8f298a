import type { Translate } from '../../../shared/i18n/translate.ts';
import { PATHS } from '../../page/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './my-row.module.css';
import type { GameStarter } from './props.ts';

const NEW_GAMES = '/rng?sort=new';

interface CardProps {
  readonly t: Translate;
  readonly onHide: () => void;
}

interface WelcomeCardProps {
  readonly t: Translate;
  readonly member: GameStarter;
  /** Undefined without script. */
  readonly onHide?: () => void;
}

/** First steps of a new account, in the row of its games to avoid a layout shift. */
export function WelcomeCard({ t, member, onHide }: WelcomeCardProps) {
  const { name, trial, resting } = member;
  const steps = [
    ...(trial || resting ? [] : [{ icon: 'wallet', label: t('games.welcomeDeposit'), href: PATHS.deposit }]),
    { icon: 'play', label: t('games.welcomeTry'), href: '/rng' },
    trial
      ? { icon: 'user-plus', label: t('games.welcomeRegister'), href: PATHS.register, modal: 'register' }
      : { icon: 'shield', label: t('games.welcomeLimit'), href: PATHS.protection },
  ];
  return (
    <section className={styles.welcome} aria-label={t('games.welcomeTitle', { name })}>
      {onHide ? <Hide label={t('games.welcomeDismiss')} onHide={onHide} /> : null}
      <h2 className={styles.cardTitle}>{t('games.welcomeTitle', { name })}</h2>
      <p className={styles.cardText}>{t('games.welcomeText')}</p>
      <ul className={styles.steps}>
        {steps.map(({ icon, label, href, ...more }) => (
          <li key={href}>
            <a className={styles.step} href={href} data-modal={'modal' in more ? more.modal : undefined}>
              <Icon name={icon} small />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Suggestion to secure the account, placed among the games. */
export function SecureCard({ t, onHide }: CardProps) {
  return (
    <section className={styles.secure} aria-label={t('games.secureTitle')}>
      <Hide label={t('games.secureDismiss')} onHide={onHide} />
      <Icon name="shield-check" />
      <h2 className={styles.cardTitle}>{t('games.secureTitle')}</h2>
      <p className={styles.cardText}>{t('games.secureText')}</p>
      <ButtonLink dense href={PATHS.secondFactor}>
        {t('games.secureAction')}
      </ButtonLink>
    </section>
  );
}

/** In place of the favourites of a member who has none. */
export function NoFavouritesCard({ t }: { readonly t: Translate }) {
  return (
    <section className={styles.welcome} aria-label={t('games.favourites')}>
      <Icon name="heart" />
      <h2 className={styles.cardTitle}>{t('games.favouritesNone')}</h2>
    </section>
  );
}

/** Separates the member's games from suggested ones; the size of a picture. */
export function MoreCard({ t }: { readonly t: Translate }) {
  return (
    <a className={styles.moreGames} href={NEW_GAMES}>
      <Icon name="arrow-right" />
      {t('games.moreGames')}
    </a>
  );
}

function Hide({ label, onHide }: { readonly label: string; readonly onHide: () => void }) {
  return (
    <Button className={styles.hide} variant="ghost" dense iconOnly icon="x" onClick={onHide}>
      {label}
    </Button>
  );
}
