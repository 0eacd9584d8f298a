import records from '../../../client/islands/records/records.module.css';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Money } from '../../../client/ui/money.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { BonusMovement, PastBonus } from '../../../shared/api/bonus/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { DataTable } from '../../components/data-table.tsx';
import { memberHref } from '../../components/member-entries.ts';

export type MovementView = BonusMovement & { readonly atText: string };
export type PastView = PastBonus & { readonly endedText: string };

interface MovementsProps {
  readonly t: Translate;
  readonly list: { readonly page: number; readonly pages: number; readonly rows: readonly MovementView[] };
  readonly currency: CurrencyView;
}

/** Every transfer that changed bonus money or held money, with its part of real money. */
export function BonusMovements({ t, list, currency }: MovementsProps) {
  const heads = [t('bonus.when'), t('bonus.cause'), t('bonus.pool_bonus'), t('bonus.pool_held'), t('bonus.pool_real'), t('bonus.after')];
  const address = (page: number) => `${memberHref('bonusDetails')}?page=${page}#movements`;
  return (
    <section className={display.card} id="movements">
      <h2 className={records.title}>{t('bonus.movements')}</h2>
      {list.rows.length === 0 ? (
        <EmptyState icon="coins" title={t('bonus.noMovements')} />
      ) : (
        <DataTable label={t('bonus.movements')} heads={heads} whole cards>
          {list.rows.map((row) => (
            <tr key={row.transferId}>
              <td>{row.atText}</td>
              <td className={display.number} data-label={heads[1]}>
                {t(`bonus.cause_${row.cause}`)}
              </td>
              {(['bonus', 'held', 'real'] as const).map((pool, n) => (
                <td key={pool} className={display.number} data-label={heads[n + 2]} data-private>
                  {/^0\.0+$/.test(row[pool]) ? '–' : <Money amount={row[pool]} currency={currency} signed />}
                </td>
              ))}
              <td className={display.number} data-label={heads[5]} data-private>
                {row.bonusAfter === null ? '–' : <Money amount={row.bonusAfter} currency={currency} />}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <Pagination t={t} page={list.page} pages={list.pages} href={address} />
    </section>
  );
}

interface PastProps {
  readonly t: Translate;
  readonly past: readonly PastView[];
  readonly currency: CurrencyView;
}

export function PastBonuses({ t, past, currency }: PastProps) {
  const heads = [t('bonus.when'), t('bonus.source'), t('bonus.amount'), t('bonus.converted'), t('bonus.givenUp'), t('bonus.state')];
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('bonus.past')}</h2>
      <DataTable label={t('bonus.past')} heads={heads} whole cards>
        {past.map((row) => (
          <tr key={row.bonusId}>
            <td>{row.endedText}</td>
            <td className={display.number} data-label={heads[1]}>
              {t(`bonus.source_${row.source}`)}
            </td>
            {(['amount', 'converted', 'givenUp'] as const).map((sum, n) => (
              <td key={sum} className={display.number} data-label={heads[n + 2]} data-private>
                <Money amount={row[sum]} currency={currency} />
              </td>
            ))}
            <td className={display.number} data-label={heads[5]}>
              {t(`bonus.state_${row.state}`)}
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
