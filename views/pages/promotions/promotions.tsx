import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { PROMOTION_TYPES, type PromotionType } from '../../../shared/api/publishing/constants.ts';
import { isOpenHref } from '../../components/member-entries.ts';
import { PromotionCard, type PromotionView } from '../../components/promotion-card.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './promotions.module.css';

export interface PromotionsPageProps {
  readonly context: PageContext;
  /** The member is on a break: no offers. */
  readonly resting: boolean;
  /** The member is at a limit: no promotions with rewards but his own. */
  readonly paused: boolean;
  /** Null: all kinds. */
  readonly type: PromotionType | null;
  readonly promotions: readonly PromotionView[];
  /** Number of open promotions by kind. */
  readonly counts: ReadonlyMap<PromotionType, number>;
  readonly timeZone: string;
}

/** Open promotions, filtered by kind. */
export function PromotionsPage({ context, resting, paused, type, promotions, counts, timeZone }: PromotionsPageProps) {
  const { t } = context;
  const isSorted = type !== null || [...counts.values()].some((count) => count > 0);
  return (
    <Shell context={context}>
      <PageTitle title={t('pages.promotionsTitle')} text={t('pages.promotionsText')} />
      {resting ? null : <RaffleLink context={context} />}
      {paused ? <FormMessage kind="info" text={t('promotions.paused')} /> : null}
      {resting || !isSorted ? null : <TypeFilter context={context} type={type} counts={counts} />}
      {resting ? (
        <EmptyState icon="shield" title={t('pages.promotionsRest')}>
          <ButtonLink href="/member/protection">{t('protection.title')}</ButtonLink>
        </EmptyState>
      ) : promotions.length === 0 ? (
        <EmptyState
          icon="gift"
          title={t(type ? 'pages.promotionsEmpty' : 'pages.promotionsNone')}
          {...(type ? { text: t('pages.promotionsEmptyText') } : {})}
        >
          <ButtonLink href={type ? '/promotions' : '/index'}>{t(type ? 'pages.promotionsAll' : 'lobby.backToLobby')}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <div className={styles.grid}>
            {promotions.map((promotion, index) => (
              <PromotionCard key={promotion.id} t={t} promotion={promotion} eager={index < 3} />
            ))}
          </div>
          <p className={styles.zone}>{t('pages.promotionZone', { zone: timeZone })}</p>
        </>
      )}
    </Shell>
  );
}

function RaffleLink({ context: { t, features } }: Pick<PromotionsPageProps, 'context'>) {
  if (!isOpenHref('/raffle', features)) return null;
  return (
    <p>
      <ButtonLink icon="ticket" href="/raffle">
        {t('raffle.title')}
      </ButtonLink>
    </p>
  );
}

function TypeFilter({ context: { t }, type, counts }: Pick<PromotionsPageProps, 'context' | 'type' | 'counts'>) {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <nav className={styles.filters} aria-label={t('pages.promotionTypes')}>
      {[null, ...PROMOTION_TYPES.filter((kind) => kind === type || (counts.get(kind) ?? 0) > 0)].map((kind) => (
        <a
          key={kind ?? 'all'}
          className={display.chip}
          href={kind ? `/promotions?type=${kind}` : '/promotions'}
          aria-current={kind === type ? 'page' : undefined}
        >
          {t(`pages.promotionType_${kind ?? 'all'}`)}
          <span className={display.chipCount}>{kind ? (counts.get(kind) ?? 0) : all}</span>
        </a>
      ))}
    </nav>
  );
}
