import { classNames } from '../../../client/ui/class-names.ts';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import type { TrendRun, TrendValue } from '../../../shared/games/contract.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Section } from '../../components/section.tsx';
import styles from './trends.module.css';

/** What some draws of a game were. */
export interface TrendsView {
  readonly draws: number;
  readonly rows: readonly { readonly name: string; readonly average: string; readonly values: readonly TrendValue[] }[];
  /** Runs of big and small, oldest first; empty for a game without such bets. */
  readonly road: readonly TrendRun[];
  /** The sums of the road, as text. */
  readonly sides: string;
}

/** How often numbers were drawn and when last, and the road map of big and small. It says what was, never what comes. */
export function Trends({ t, trends: { draws, rows, road, sides } }: { readonly t: Translate; readonly trends: TrendsView }) {
  return (
    <Section id="trends" title={t('lottery.trends')}>
      <p className={styles.text}>{t('lottery.trendsText', { draws })}</p>
      {road.length > 0 ? <Road t={t} road={road} sides={sides} /> : null}
      <div className={styles.rows}>
        {rows.map(({ name, average, values }, index) => (
          <details key={name} className={styles.row} open={index === 0}>
            <summary>
              <span className={styles.name}>{name}</span>
              <span className={styles.average}>{average}</span>
              <span className={styles.icon}>
                <Icon name="chevron-down" small />
              </span>
            </summary>
            <ol className={styles.values}>
              {values.map((value) => (
                <Value key={value.value} t={t} value={value} />
              ))}
            </ol>
          </details>
        ))}
      </div>
    </Section>
  );
}

function Value({ t, value: { value, count, gap } }: { readonly t: Translate; readonly value: TrendValue }) {
  return (
    <li className={styles.value}>
      <b>{value}</b>
      <span>{t('lottery.trendsTimes', { times: count })}</span>
      <span className={styles.gap}>
        {gap === null ? '–' : gap === 0 ? t('lottery.trendsNewest') : t('lottery.trendsAgo', { draws: gap })}
      </span>
    </li>
  );
}

function Road({ t, road, sides }: { readonly t: Translate; readonly road: readonly TrendRun[]; readonly sides: string }) {
  return (
    <div className={styles.road}>
      <h3 className={styles.name}>{t('lottery.trendsRoad')}</h3>
      <p className={styles.legend}>
        <i className={styles.dot} data-side="big" /> {t('lottery.opt_big')} <i className={styles.dot} data-side="small" />{' '}
        {t('lottery.opt_small')} · {sides}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={classNames(styles.scroll, display.sideways)} tabIndex={0} aria-label={`${t('lottery.trendsRoad')}: ${sides}`}>
        <div className={styles.runs}>
          {road.map(({ side, length }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a run is identified by its place
            <span key={index} className={styles.run}>
              {Array.from({ length }, (_, nr) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the dots of a run are equal
                <i key={nr} className={styles.dot} data-side={side} />
              ))}
            </span>
          ))}
        </div>
      </section>
    </div>
  );
}
