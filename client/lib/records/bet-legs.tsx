import type { Translate } from '../../../shared/i18n/translate.ts';
import display from '../../styles/display.module.css';
import type { LegView } from './props.ts';
import styles from './records.module.css';

const STATES = { open: 'info', won: 'pos', lost: 'neg', void: undefined } as const;

export const LEG_TEXTS = ['legs', ...Object.keys(STATES).map((state) => `leg_${state}`)].map((key) => `records.${key}`);

/** What a bet on matches was on: a line a leg, with what has come of it. */
export function BetLegs({ t, legs }: { readonly t: Translate; readonly legs: readonly LegView[] }) {
  if (legs.length === 0) return null;
  return (
    <ol className={styles.legs} aria-label={t('records.legs')}>
      {legs.map((leg) => (
        <li key={leg.eventId}>
          <span>
            <strong>{leg.pick}</strong>
            <small>{leg.market}</small>
          </span>
          <span>
            {leg.match} <b>{leg.score}</b>
            <small>{leg.league}</small>
          </span>
          <b>{leg.odds}</b>
          <span className={display.badge} data-tone={STATES[leg.state]}>
            {t(`records.leg_${leg.state}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
