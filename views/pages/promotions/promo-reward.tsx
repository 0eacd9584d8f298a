import { ProgressBar } from '../../../client/ui/progress-bar.tsx';
import '../../../client/styles/index.css';
import type { FormView } from '../../../client/islands/sign-in/props.ts';
import { formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Image } from '../../../client/ui/image.tsx';
import { promotionApply, promotionClaim, promotionJoin } from '../../../shared/api/promotions/calls.ts';
import { MAX_COMMENT } from '../../../shared/api/promotions/constants.ts';
import type { PromotionValue } from '../../../shared/api/promotions/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { pointsOfWire } from '../../../shared/money/points.ts';
import { zonedMinute } from '../../../shared/time.ts';
import { PromotionFacts, type PromotionView } from '../../components/promotion-card.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import detail from './promo-detail.module.css';
import styles from './promo-reward.module.css';

/** What the member can do now. */
export type RewardForm = 'join' | 'claim' | 'apply';

export interface PromoRewardPageProps {
  readonly context: PageContext;
  readonly promotion: PromotionValue;
  readonly card: PromotionView;
  readonly currency: CurrencyView;
  readonly timeZone: string;
  /** The page after a form. */
  readonly back: string;
  readonly standing: 'visitor' | 'trial' | 'member';
  readonly loginHref: string;
  /** A form of the page was accepted. */
  readonly isDone: boolean;
  /** Null: nothing to do. */
  readonly form: RewardForm | null;
  /** The refused form. */
  readonly posted: FormView | null;
}

/** A promotion with a reward: status, what the member can do, and the terms that run. Its forms need no script. */
export function PromoRewardPage(props: PromoRewardPageProps) {
  const { context, promotion, card, timeZone } = props;
  const { t } = context;
  return (
    <Shell context={context}>
      <a className={detail.back} href="/promotions">
        <Icon name="chevron-left" small directional />
        {t('pages.promotionsAll')}
      </a>
      <article className={detail.article}>
        <div className={detail.frame} data-tone={promotion.tone}>
          <Image className={detail.art} src={promotion.imageUrl} alt="" width={1040} height={320} eager />
        </div>
        <div className={detail.body}>
          <PromotionFacts t={t} promotion={card} />
          <PageTitle title={promotion.title} text={promotion.summary} />
          <Own {...props} />
          <section className={styles.terms} aria-labelledby="promotion-terms">
            <h2 className={styles.heading} id="promotion-terms">
              {t('promotions.terms')}
            </h2>
            <ul className={styles.list}>
              {promotion.terms.map((term) => (
                <li key={term}>{term}</li>
              ))}
            </ul>
          </section>
          <p className={detail.zone}>{t('pages.promotionZone', { zone: timeZone })}</p>
        </div>
      </article>
    </Shell>
  );
}

function Own(props: PromoRewardPageProps) {
  const { context, promotion, currency, timeZone, isDone, posted } = props;
  const { t } = context;
  const { progress, amount, points, claimUntil, reason } = promotion;
  const reward =
    amount !== null ? amountText(amount, currency) : points !== null ? t('points.points', { points: pointsOfWire(points) }) : '';
  return (
    <section className={styles.own} aria-label={t(`promotions.status_${promotion.status}`)}>
      {posted ? <FormMessage text={posted.message} /> : null}
      {isDone ? <FormMessage kind="done" text={statusText(t, promotion, timeZone)} /> : <p>{statusText(t, promotion, timeZone)}</p>}
      {reason === '' ? null : (
        <p dir="auto" className={styles.reason}>
          {t('promotions.rejectedBecause', { reason })}
        </p>
      )}
      {reward === '' || promotion.status === 'rejected' || promotion.status === 'close' ? null : (
        <p className={styles.reward} data-private>
          {t('promotions.reward')}: <bdi>{reward}</bdi>
        </p>
      )}
      {claimUntil === null ? null : <p>{t('promotions.claimUntil', { until: zonedMinute(claimUntil, timeZone) })}</p>}
      {promotion.bonusRuns ? <FormMessage kind="info" text={t('promotions.bonusRuns')} /> : null}
      {progress === null ? null : <Progress t={t} block={promotion.block} progress={progress} currency={currency} />}
      <Action {...props} />
    </section>
  );
}

function statusText(t: Translate, { status, block, startsAt }: PromotionValue, timeZone: string): string {
  if (status === 'join' && block === 'cash') return t('promotions.text_apply');
  if (status === 'joined' && block === 'deposit') return t('promotions.text_joinedDeposit');
  if (block === 'cashback' && (status === 'joined' || status === 'issued')) return t(`promotions.text_${status}Cashback`);
  return t(`promotions.text_${status}`, { from: zonedMinute(startsAt, timeZone) });
}

interface ProgressProps {
  readonly t: Translate;
  readonly block: PromotionValue['block'];
  readonly progress: NonNullable<PromotionValue['progress']>;
  readonly currency: CurrencyView;
}

/** Cashback has no bar: losses are no goal to be reached. */
function Progress({ t, block, progress: { have, need }, currency }: ProgressProps) {
  return (
    <p className={styles.progress}>
      {block === 'cashback' ? null : <ProgressBar percent={percent(have, need)} label={t('promotions.progress')} />}
      <bdi className={styles.numbers} data-private>
        {t('promotions.haveNeed', { have: amountText(have, currency), need: amountText(need, currency) })}
      </bdi>
    </p>
  );
}

/** Whole percent, below 100 until the goal is reached. */
function percent(have: string, need: string): number {
  const [has, whole] = [parseWireAmount(have) ?? 0n, parseWireAmount(need) ?? 1n];
  return has >= whole ? 100 : Math.min(99, Number((has * 100n) / whole));
}

const CALLS = { join: promotionJoin, claim: promotionClaim, apply: promotionApply } as const;
const LABELS = { join: 'promotions.doJoin', claim: 'promotions.doClaim', apply: 'promotions.doApply' } as const;

function Action({ context: { t }, promotion, standing, loginHref, back, form, posted }: PromoRewardPageProps) {
  if (form === null) return null;
  if (standing === 'trial') return <p className={styles.note}>{t('promotions.realOnly')}</p>;
  if (standing === 'visitor')
    return (
      <p>
        <ButtonLink variant="primary" href={loginHref} data-modal="login">
          {t('promotions.logIn')}
        </ButtonLink>
      </p>
    );
  return (
    <form
      className={form === 'apply' ? controls.form : undefined}
      method="post"
      action={formAction(CALLS[form].id)}
      encType={form === 'apply' ? 'multipart/form-data' : undefined}
      noValidate
    >
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="promotionId" value={promotion.promotionId} />
      {form === 'apply' ? <ApplicationFields t={t} posted={posted} /> : null}
      <Button type="submit" variant="primary">
        {t(LABELS[form])}
      </Button>
    </form>
  );
}

function ApplicationFields({ t, posted }: { readonly t: Translate; readonly posted: FormView | null }) {
  const [comment, images] = [posted?.errors.comment ?? '', posted?.errors.images ?? ''];
  return (
    <>
      <div className={controls.field}>
        <label className={controls.label} htmlFor="promotion-comment">
          {t('promotions.comment')} <span className={controls.optional}>{t('common.optional')}</span>
        </label>
        <textarea
          className={controls.input}
          id="promotion-comment"
          name="comment"
          rows={3}
          defaultValue={posted?.values.comment ?? ''}
          aria-invalid={comment !== '' || undefined}
          aria-describedby="promotion-comment-hint promotion-comment-error"
        />
        <p className={controls.hint} id="promotion-comment-hint">
          {t('promotions.commentHint', { max: MAX_COMMENT })}
        </p>
        <FieldError id="promotion-comment-error" text={comment} />
      </div>
      <div className={controls.field}>
        <label className={controls.label} htmlFor="promotion-images">
          {t('promotions.images')} <span className={controls.optional}>{t('common.optional')}</span>
        </label>
        <input
          className={styles.file}
          id="promotion-images"
          type="file"
          name="images"
          multiple
          accept="image/png,image/jpeg"
          aria-invalid={images !== '' || undefined}
          aria-describedby="promotion-images-hint promotion-images-error"
        />
        <p className={controls.hint} id="promotion-images-hint">
          {t('promotions.imagesHint')}
        </p>
        <FieldError id="promotion-images-error" text={images} />
      </div>
    </>
  );
}

function FieldError({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p className={controls.error} id={id}>
      {text ? (
        <>
          <Icon name="triangle-alert" small />
          {text}
        </>
      ) : null}
    </p>
  );
}
