import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { pointConfig } from '../../../shared/api/points/calls.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import { CATEGORY_ICON, categoryHref, categoryLabel } from '../../components/navigation.ts';
import styles from './point-mall.module.css';

/** How many points play earns, by category. Renders nothing if nothing earns points. */
export function PointRates({ t, config }: { readonly t: Translate; readonly config: ValueOf<typeof pointConfig> }) {
  const { rates, ratio, neverExpire } = config;
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
            <strong>{rate}</strong>
          </li>
        ))}
      </ul>
      {neverExpire ? <p className={styles.lead}>{t('points.neverExpire')}</p> : null}
    </section>
  );
}
