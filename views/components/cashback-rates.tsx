import records from '../../client/islands/records/records.module.css';
import display from '../../client/ui/display.module.css';
import type { CashbackRatesValue } from '../../shared/api/cashback/schemas.ts';
import type { GameCategory } from '../../shared/constants.ts';
import { GAME_CATEGORIES } from '../../shared/constants.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './cashback-rates.module.css';
import { DataTable } from './data-table.tsx';
import { categoryLabel } from './navigation.ts';

interface CashbackRatesProps {
  readonly t: Translate;
  readonly rates: CashbackRatesValue;
  /** Categories of the site's menu, in its order. */
  readonly categories: readonly GameCategory[];
  readonly timeZone: string;
  /** Level of the member, from 1; undefined: of a visitor. */
  readonly level: number | undefined;
}

interface RateRow {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly rateBp: number | null;
}

/** The rules of cashback as text, and the rates: of the same settings that the settlement uses. */
export function CashbackRates({ t, rates, categories, timeZone, level }: CashbackRatesProps) {
  const { period, automatic, claimDays, levels } = rates;
  const rules = [
    t(`cashback.how_${period}`, { zone: timeZone }),
    automatic ? t('cashback.how_automatic') : t('cashback.how_claim', { days: claimDays }),
    t('cashback.how_base'),
  ];
  const max = Math.max(0, ...levels.map(({ rateBp }) => rateBp));
  const own = level === undefined ? undefined : levels[level - 1];
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('cashback.rulesTitle')}</h2>
      <ul className={styles.rules}>
        {[...rules, ...(max > 0 ? [t('cashback.levelNote', { max: percent(max) })] : [])].map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className={records.note}>{t('cashback.rulesLead')}</p>
      <RateTable t={t} rows={rowsOf(t, rates, categories)} own={max > 0 ? own : undefined} />
    </section>
  );
}

function RateTable({ t, rows, own }: Pick<CashbackRatesProps, 't'> & OwnLevel & { readonly rows: readonly RateRow[] }) {
  const ofLevel = own === undefined ? '' : t('cashback.levelRate', { level: own.labelName });
  const heads = own === undefined ? ['games', 'rate'] : ['games', 'gameRate'];
  const [games = '', rate = ''] = heads.map((key) => t(`cashback.${key}`));
  const together = t('cashback.together');
  return (
    <DataTable label={t('cashback.rulesTitle')} heads={own === undefined ? [games, rate] : [games, rate, ofLevel, together]} whole cards>
      {rows.map(({ key, label, note, rateBp }) => (
        <tr key={key}>
          <td>
            {label}
            {note ? <small className={styles.note}>{note}</small> : null}
          </td>
          <td className={display.number} data-label={rate}>
            {rateBp === null ? t('cashback.excluded') : percent(rateBp)}
          </td>
          {own === undefined ? null : (
            <>
              <td className={display.number} data-label={ofLevel}>
                {rateBp === null ? '' : `+${percent(own.rateBp)}`}
              </td>
              <td className={display.number} data-label={together}>
                <strong>{rateBp === null ? t('cashback.excluded') : percent(rateBp + own.rateBp)}</strong>
              </td>
            </>
          )}
        </tr>
      ))}
    </DataTable>
  );
}

interface OwnLevel {
  readonly own: CashbackRatesValue['levels'][number] | undefined;
}

/** Categories of the site, then vendors with their own rate. */
function rowsOf(t: Translate, rates: CashbackRatesValue, shown: readonly GameCategory[]): readonly RateRow[] {
  const categories = shown.flatMap((category): RateRow[] => {
    const rate = rates.categories.find((one) => one.category === category);
    return rate ? [{ key: category, label: categoryLabel(t, category), note: '', rateBp: rate.rateBp }] : [];
  });
  const vendors = rates.vendors.map(({ vassalage, vendorName, category, rateBp }) => {
    const known = GAME_CATEGORIES.find((name) => name === category);
    const note = known ? categoryLabel(t, known) : (category ?? t('cashback.allGames'));
    return { key: `${vassalage} ${category}`, label: vendorName, note, rateBp };
  });
  return [...categories, ...vendors];
}

export function percent(rateBp: number): string {
  return `${(rateBp / 100).toFixed(2)}%`;
}
