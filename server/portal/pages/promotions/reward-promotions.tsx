import { entryHref } from '../../../../client/page/paths.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { promotionApply, promotionClaim, promotionJoin, type promotionList } from '../../../../shared/api/promotions/contract.ts';
import type { PromotionValue } from '../../../../shared/api/promotions/schemas.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { zonedMinute } from '../../../../shared/time.ts';
import { isTrial } from '../../../../views/components/member-entries.ts';
import type { PromotionView } from '../../../../views/components/promotion-card.tsx';
import { PromoRewardPage, type RewardForm } from '../../../../views/pages/promotions/promo-reward.tsx';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';
import { formView } from '../site.ts';

export type Rewards = ValueOf<typeof promotionList>;
export const NO_REWARDS: Rewards = { ...NO_CURRENCY, paused: false, promotions: [] };

const FORMS: readonly string[] = [promotionJoin.id, promotionClaim.id, promotionApply.id];

/** A promotion with a reward in the list. */
export function rewardView(promotion: PromotionValue, timeZone: string): PromotionView {
  const { promotionId, type, title, summary, imageUrl, tone, status, startsAt, endsAt } = promotion;
  return {
    id: promotionId,
    type,
    title,
    summary,
    imageUrl,
    tone,
    state: status,
    endsText: zonedMinute(endsAt, timeZone),
    ...(status === 'coming_soon' ? { startsText: zonedMinute(startsAt, timeZone) } : {}),
  };
}

/** `/promoDetail?id=` of a promotion with a reward: terms, status, and the form of what the member can do. */
export function rewardPage(input: LoadInput, rewards: Rewards, promotion: PromotionValue): PageView {
  const { context, timeZone, query, form, visitor } = input;
  const posted = form && FORMS.includes(form.call) ? formView(form) : null;
  const { currency, currencySymbol } = rewards;
  const page = `/promoDetail?id=${encodeURIComponent(promotion.promotionId)}`;
  return {
    status: 200,
    title: promotion.title,
    description: promotion.summary,
    entry: 'views/pages/promotions/promo-reward.tsx',
    islands: [],
    body: (
      <PromoRewardPage
        context={context}
        promotion={promotion}
        card={rewardView(promotion, timeZone)}
        currency={{ currency, currencySymbol }}
        timeZone={timeZone}
        back={`${page}&done=1`}
        standing={visitor.session === null ? 'visitor' : isTrial(visitor.session.type) ? 'trial' : 'member'}
        loginHref={entryHref('login', page)}
        isDone={query.has('done') && posted === null}
        form={formOf(promotion)}
        posted={posted}
      />
    ),
  };
}

function formOf({ status, block }: PromotionValue): RewardForm | null {
  if (status === 'claim') return 'claim';
  if (status !== 'join') return null;
  return block === 'cash' ? 'apply' : 'join';
}
