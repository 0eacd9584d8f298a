import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
// Of the member's part of the page, which comes with its answer.
import '../../../client/ui/progress-bar.module.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import type { CashbackRatesValue } from '../../../shared/api/cashback/schemas.ts';
import { CashbackRates } from '../../components/cashback-rates.tsx';
import { Personal } from '../../components/island.tsx';
import { isOpen } from '../../components/member-entries.ts';
import { PageTitle } from '../../components/section.tsx';
import { Steps } from '../../components/steps.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import type { VipLevel } from '../../personal/vip-benefits.ts';
import styles from './vip.module.css';

export interface VipPageProps {
  readonly context: PageContext;
  readonly levels: readonly VipLevel[];
  /** Months of the periods in which levels must be kept; null: they are kept. */
  readonly keepMonths: number | null;
  /** Days in which a gift can be claimed. */
  readonly giftDays: number;
  readonly currency: CurrencyView;
  /** Null: the merchant has no cashback. */
  readonly cashback: { readonly rates: CashbackRatesValue; readonly timeZone: string } | null;
}

/** Levels, their benefits and requirements. */
export function VipPage({ context, levels, keepMonths, giftDays, currency, cashback }: VipPageProps) {
  const { t, features, menus } = context;
  const offered = {
    rebate: cashback !== null,
    withdrawals: features.withdrawals === true,
    points: features.points === true,
    rank: isOpen('playerRank', features),
  };
  return (
    <Shell context={context}>
      <PageTitle title={t('pages.vipTitle')} text={t(keepMonths === null ? 'pages.vipText' : 'pages.vipTextKeep')} />
      {levels.length === 0 ? (
        <EmptyState icon="crown" title={t('pages.vipEmpty')} text={t('pages.vipEmptyText')}>
          <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
        </EmptyState>
      ) : (
        <Personal name="vip-levels" props={({ member }) => ({ levels, keepMonths, giftDays, currency, member, offered })} />
      )}
      {cashback === null ? null : (
        <CashbackRates t={t} {...cashback} categories={menus.map(({ gameCategory }) => gameCategory)} level={undefined} />
      )}
      <section className={styles.how} aria-labelledby="vip-how">
        <h2 className={styles.heading} id="vip-how">
          {t('pages.vipHow')}
        </h2>
        <Steps
          steps={[1, 2, keepMonths === null ? 3 : 'keep'].map((step) => ({
            title: t(`pages.vipHow_${step}_title`),
            text: t(`pages.vipHow_${step}_text`),
          }))}
        />
      </section>
    </Shell>
  );
}
