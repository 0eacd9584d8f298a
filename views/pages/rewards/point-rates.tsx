import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { pointConfig } from '../../../shared/api/points/calls.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import { levelRate } from '../../../shared/money/points.ts';
import { CATEGORY_ICON, categoryHref, categoryLabel } from '../../components/navigation.ts';
import styles from './point-mall.module.css';

interface PointRatesProps {
  readonly t: Translate;
  readonly config: ValueOf<typeof pointConfig>;
  /** Level of the member; null: a visitor, or levels have no factor. */
  readonly level: NonNullable<ValueOf<typeof pointConfig>['levels']>[number] | null;
}

/** How many points play earns on the level of the visitor, by category. Renders nothing if nothing earns points. */
export function PointRates({ t, config, level }: PointRatesProps) {
  const { rates, ratio, neverExpire, levels } = config;
  const factor = level && hundredthsOf(level.factor) !== 100 ? level.factor : null;
  const highest = levels?.at(-1);
  const rows = rates.flatMap(({ category, rate }) => {
    const known = GAME_CATEGORIES.find((name) => name === category);
    return known ? [{ known, rate }] : [];
  });
  if (rows.length === 0 && ratio === undefined) return null;
  return (
    <section className={display.card} aria-labelledby="points-rates">
      <h2 className={styles.heading} id="points-rates">
        {t('points.howTitle')}
      </h2>
      <p className={styles.lead}>{t('points.ratesFor', { unit: amountText(UNITS_PER_WHOLE, config) })}</p>
      <ul className={styles.rates}>
        {rows.length === 0 ? (
          <li className={styles.rate}>
            {t('points.allPlay')}
            <strong>{ratio}</strong>
          </li>
        ) : null}
        {rows.map(({ known, rate }) => (
          <li key={known} className={styles.rate}>
            <a className={styles.category} href={categoryHref(known)}>
              <Icon name={CATEGORY_ICON[known]} small />
              {categoryLabel(t, known)}
            </a>
            <span className={styles.earned}>
              {factor === null ? null : (
                <bdi className={styles.lead}>
                  {rate} × {factor} ={' '}
                </bdi>
              )}
              <strong>{factor === null ? rate : hundredthsText(levelRate(hundredthsOf(rate), hundredthsOf(factor)))}</strong>
            </span>
          </li>
        ))}
      </ul>
      {level && factor !== null ? <p className={styles.lead}>{t('points.levelRates', { level: level.labelName, factor })}</p> : null}
      {highest && highest.factor !== level?.factor ? (
        <p className={styles.lead}>
          {t('points.levelsUpTo', { factor: highest.factor })}{' '}
          <a className={controls.link} href="/vip">
            {t('vip.all')}
          </a>
        </p>
      ) : null}
      {neverExpire ? <p className={styles.lead}>{t('points.neverExpire')}</p> : null}
    </section>
  );
}

/** Of a text with two decimals, as all rates of points are. */
function hundredthsOf(text: string): number {
  return Number(text.replace('.', ''));
}
