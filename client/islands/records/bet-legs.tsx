import type { Translate } from '../../../shared/i18n/translate.ts';
import display from '../../ui/display.module.css';
import type { LegView } from './props.ts';
import styles from './records.module.css';

/** `unneeded`: the match was still in play when the bet was lost with another leg. */
const STATES = { open: 'info', unneeded: undefined, won: 'pos', lost: 'neg', void: undefined } as const;

export const LEG_TEXTS = ['legs', ...Object.keys(STATES).map((state) => `leg_${state}`)].map((key) => `records.${key}`);

/** The legs of a bet on matches, one line each, with their results. */
export function BetLegs({ t, legs, isOpen }: { readonly t: Translate; readonly legs: readonly LegView[]; readonly isOpen: boolean }) {
  if (legs.length === 0) return null;
  const stateOf = ({ state }: LegView) => (state === 'open' && !isOpen ? 'unneeded' : state);
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
          <span className={display.badge} data-tone={STATES[stateOf(leg)]}>
            {t(`records.leg_${stateOf(leg)}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
