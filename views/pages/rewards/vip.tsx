import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Personal } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import { Steps } from '../../components/steps.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import type { VipLevel } from '../../personal/vip-levels.tsx';
import styles from './vip.module.css';

export interface VipPageProps {
  readonly context: PageContext;
  readonly levels: readonly VipLevel[];
  readonly currency: CurrencyView;
}

/** Levels, their benefits and requirements. */
export function VipPage({ context, levels, currency }: VipPageProps) {
  const { t, features } = context;
  const offered = { rebate: features.manualRebate === true, withdrawals: features.withdrawals === true };
  return (
    <Shell context={context}>
      <PageTitle title={t('pages.vipTitle')} text={t('pages.vipText')} />
      {levels.length === 0 ? (
        <EmptyState icon="crown" title={t('pages.vipEmpty')} text={t('pages.vipEmptyText')}>
          <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
        </EmptyState>
      ) : (
        <Personal name="vip-levels" props={({ member }) => ({ levels, currency, member, offered })} />
      )}
      <section className={styles.how} aria-labelledby="vip-how">
        <h2 className={styles.heading} id="vip-how">
          {t('pages.vipHow')}
        </h2>
        <Steps steps={[1, 2, 3].map((step) => ({ title: t(`pages.vipHow_${step}_title`), text: t(`pages.vipHow_${step}_text`) }))} />
      </section>
    </Shell>
  );
}
