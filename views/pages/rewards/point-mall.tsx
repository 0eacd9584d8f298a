import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { GAME_CATEGORIES, POINT_RATES } from '../../../shared/constants.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { CATEGORY_ICON, categoryHref, categoryLabel } from '../../components/navigation.ts';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { HeaderFooter } from '../../layouts/shell.tsx';
import styles from './point-mall.module.css';

const EXAMPLE_STAKE = 100;

/** Point rates; redeeming points is not implemented yet. */
export function PointMallPage({ context, currencySymbol }: { readonly context: PageContext; readonly currencySymbol: string }) {
  const { t } = context;
  const earning = GAME_CATEGORIES.filter((category) => POINT_RATES[category] !== undefined);
  return (
    <HeaderFooter context={context}>
      <PageTitle title={t('pages.pointsTitle')} text={t('pages.pointsText')} />
      <div className={styles.columns}>
        <section className={display.card} aria-labelledby="points-rates">
          <h2 className={styles.heading} id="points-rates">
            {t('pages.pointsRates', { unit: `${currencySymbol}1.00` })}
          </h2>
          <table className={display.table}>
            <thead>
              <tr>
                <th scope="col">{t('pages.pointsCategory')}</th>
                <th scope="col" className={display.number}>
                  {t('pages.pointsRate')}
                </th>
              </tr>
            </thead>
            <tbody>
              {earning.map((category) => (
                <tr key={category}>
                  <td>
                    <a className={styles.category} href={categoryHref(category)}>
                      <Icon name={CATEGORY_ICON[category]} small />
                      {categoryLabel(t, category)}
                    </a>
                  </td>
                  <td className={display.number}>{hundredthsText(POINT_RATES[category] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <div className={styles.side}>
          <section className={display.card} aria-labelledby="points-example">
            <h2 className={styles.heading} id="points-example">
              {t('pages.pointsExample')}
            </h2>
            <p className={styles.text}>
              {t('pages.pointsExampleText', {
                stake: `${currencySymbol}${EXAMPLE_STAKE}.00`,
                points: ((POINT_RATES.RNG ?? 0) * EXAMPLE_STAKE) / 100,
              })}
            </p>
          </section>
          <section className={display.card} aria-labelledby="points-stay">
            <h2 className={styles.heading} id="points-stay">
              {t('pages.pointsNeverExpire')}
            </h2>
            <p className={styles.text}>{t('pages.pointsNeverExpireText')}</p>
          </section>
        </div>
      </div>
      <EmptyState icon="gift" title={t('pages.pointsOpensLater')} text={t('pages.pointsOpensLaterText')}>
        <ButtonLink href="/promotions">{t('pages.promotionsAll')}</ButtonLink>
      </EmptyState>
    </HeaderFooter>
  );
}
