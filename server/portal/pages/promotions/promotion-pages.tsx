import { promotionList } from '../../../../shared/api/promotions/contract.ts';
import { PROMOTION_TYPES, type PromotionType } from '../../../../shared/api/publishing/constants.ts';
import { listAnnouncements } from '../../../../shared/api/publishing/contract.ts';
import type { Promotion } from '../../../../shared/api/publishing/schemas.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import type { PromotionState, PromotionView } from '../../../../views/components/promotion-card.tsx';
import { PromoDetailPage } from '../../../../views/pages/promotions/promo-detail.tsx';
import { PromotionsPage } from '../../../../views/pages/promotions/promotions.tsx';
import { cleanHtml } from '../../../html/clean-html.ts';
import { callOr, callValue } from '../call-value.ts';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';
import { shownTime } from '../shown-time.ts';
import { NO_REWARDS, rewardPage, rewardView } from './reward-promotions.tsx';

/** A promotion is new for a week, and ends soon in its last two days. */
const NEW_MS = 7 * 24 * HOUR_MS;
const SOON_MS = 48 * HOUR_MS;
const OTHER_COUNT = 3;

export async function promotionsPage(input: LoadInput): Promise<PageView> {
  const { context, timeZone, query, offers } = input;
  const [all, { paused, promotions }] = await Promise.all([openPromotions(input), rewardPromotions(input)]);
  const views = [
    ...promotions.map((promotion) => rewardView(promotion, timeZone)),
    ...all.map((promotion) => promotionView(promotion, timeZone)),
  ];
  const wanted = query.get('type');
  const type = PROMOTION_TYPES.find((known) => known === wanted) ?? null;
  const { t } = context;
  return {
    status: 200,
    title: type ? `${t(`pages.promotionType_${type}`)} · ${t('pages.promotionsTitle')}` : t('pages.promotionsTitle'),
    description: t('pages.promotionsText'),
    entry: 'views/pages/promotions/promotions.tsx',
    islands: [],
    unbounded: type !== wanted,
    body: (
      <PromotionsPage
        context={context}
        resting={!offers}
        type={type}
        paused={paused}
        promotions={views.filter((promotion) => !type || promotion.type === type)}
        counts={new Map(PROMOTION_TYPES.map((kind) => [kind, countOf(views, kind)]))}
        timeZone={timeZone}
      />
    ),
  };
}

/** One promotion by its id; an unknown or ended one gives 404, with open ones instead. */
export async function promoDetailPage(input: LoadInput): Promise<PageView> {
  const { context, timeZone, query, offers } = input;
  const [all, rewards] = await Promise.all([openPromotions(input), rewardPromotions(input)]);
  const rewarded = rewards.promotions.find(({ promotionId }) => promotionId === query.get('id'));
  if (rewarded) return rewardPage(input, rewards, rewarded);
  const found = all.find(({ id }) => id === query.get('id'));
  const others = all.filter((other) => other !== found && (!found || other.type === found.type)).slice(0, OTHER_COUNT);
  return {
    status: found ? 200 : 404,
    title: found?.title ?? context.t('pages.promotionGone'),
    ...(found ? { description: found.summary } : {}),
    entry: 'views/pages/promotions/promo-detail.tsx',
    islands: [],
    unbounded: !found,
    noIndex: !found,
    body: (
      <PromoDetailPage
        context={context}
        resting={!offers}
        promotion={
          found ? { ...promotionView(found, timeZone), html: cleanHtml(found.content), action: found.action, href: found.href } : null
        }
        publishedText={found ? shownTime(found.date, timeZone).slice(0, 10) : ''}
        others={others.map((other) => promotionView(other, timeZone))}
        timeZone={timeZone}
      />
    ),
  };
}

async function openPromotions({ upstream, visitor, offers }: LoadInput): Promise<readonly Promotion[]> {
  return offers ? (await callValue(upstream, listAnnouncements, {}, visitor)).promotion : [];
}

/** Those of the signed-in member, or those that every visitor may see. A platform may have none. */
async function rewardPromotions({ upstream, visitor, offers }: LoadInput) {
  return offers ? callOr(upstream, promotionList, {}, visitor, NO_REWARDS) : NO_REWARDS;
}

function promotionView(promotion: Promotion, timeZone: string): PromotionView {
  const { id, type, title, summary, imageUrl, tone, endsAt } = promotion;
  return {
    id,
    type,
    title,
    summary,
    imageUrl,
    tone,
    state: promotionState(promotion, Date.now()),
    ...(endsAt === undefined ? {} : { endsText: endsAt && shownTime(endsAt, timeZone).slice(0, 16) }),
  };
}

export function promotionState({ date, endsAt }: Pick<Promotion, 'date' | 'endsAt'>, now: number): PromotionState {
  if (endsAt && Date.parse(endsAt) - now <= SOON_MS) return 'ends-soon';
  return now - Date.parse(date) <= NEW_MS ? 'new' : 'open';
}

function countOf(promotions: readonly PromotionView[], type: PromotionType): number {
  return promotions.filter((promotion) => promotion.type === type).length;
}
