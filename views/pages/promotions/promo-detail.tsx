import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Image } from '../../../client/ui/image.tsx';
import { Prose } from '../../../client/ui/prose.tsx';
import { PromotionCard, PromotionFacts, type PromotionView } from '../../components/promotion-card.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './promo-detail.module.css';

export interface PromoDetailPageProps {
  readonly context: PageContext;
  /** The member is on a break: no offers. */
  readonly resting: boolean;
  /** Null: unknown or expired. */
  readonly promotion: (PromotionView & { readonly html: string; readonly action: string; readonly href: string }) | null;
  readonly publishedText: string;
  readonly others: readonly PromotionView[];
  readonly timeZone: string;
}

/** One promotion with its conditions, and other open promotions. */
export function PromoDetailPage({ context, resting, promotion, publishedText, others, timeZone }: PromoDetailPageProps) {
  const { t } = context;
  return (
    <Shell context={context}>
      <a className={styles.back} href="/promotions">
        <Icon name="chevron-left" small directional />
        {t('pages.promotionsAll')}
      </a>
      {promotion ? (
        <article className={styles.article}>
          {promotion.imageUrl ? (
            <div className={styles.frame} data-tone={promotion.tone}>
              <Image className={styles.art} src={promotion.imageUrl} alt="" width={1040} height={320} eager />
            </div>
          ) : null}
          <div className={styles.body}>
            <PromotionFacts t={t} promotion={promotion} />
            <PageTitle title={promotion.title} text={promotion.summary} />
            <Prose html={promotion.html} />
            {promotion.action && promotion.href ? (
              <p>
                <ButtonLink variant="primary" href={promotion.href}>
                  {promotion.action}
                </ButtonLink>
              </p>
            ) : null}
            <p className={styles.zone}>
              {t('pages.promotionPublished', { date: publishedText })} {t('pages.promotionZone', { zone: timeZone })}
            </p>
          </div>
        </article>
      ) : resting ? (
        <EmptyState icon="shield" title={t('pages.promotionsRest')}>
          <ButtonLink href="/member/protection">{t('protection.title')}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <PageTitle title={t('pages.promotionGone')} text={t('pages.promotionGoneText')} />
          {others.length === 0 ? <EmptyState icon="gift" title={t('pages.promotionsEmpty')} /> : null}
        </>
      )}
      {others.length > 0 ? (
        <section className={styles.others} aria-labelledby="other-promotions">
          <h2 className={styles.heading} id="other-promotions">
            {t(promotion ? 'pages.promotionOthers' : 'pages.promotionOthersAny')}
          </h2>
          <div className={styles.grid}>
            {others.map((other) => (
              <PromotionCard key={other.id} t={t} promotion={other} />
            ))}
          </div>
        </section>
      ) : null}
    </Shell>
  );
}
