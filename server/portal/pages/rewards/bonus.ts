import { bonusMovements, bonusOverview } from '../../../../shared/api/bonus/contract.ts';
import type { BonusHintView } from '../../../../views/components/bonus-hint.tsx';
import { isOpenPath, memberHref } from '../../../../views/components/member-entries.ts';
import type { BonusView } from '../../../../views/pages/rewards/bonus.tsx';
import { callOr } from '../call-value.ts';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';

const MINUTE_LENGTH = 16;
const FORMS: readonly string[] = ['bonus.accept', 'bonus.leave'];
const OUTCOMES = ['accepted', 'left'] as const;

/** `/member/bonusDetails`. `?leave=1` shows the sums of leaving, `?done=` follows a form, `?page=` turns the pages of the movements. */
export async function bonus({ upstream, visitor, query, form, timeZone }: VisitorInput): Promise<BonusView | RefusedPage> {
  const minute = (instant: string) => shownTime(instant, timeZone).slice(0, MINUTE_LENGTH);
  const [answer, movements] = await Promise.all([
    upstream.call(bonusOverview, {}, visitor),
    callOr(upstream, bonusMovements, { query: { page: pageNumber(query.get('page')) } }, visitor, null),
  ]);
  if (!answer.success) return refusedBy(answer);
  const { running, offers, past, ...overview } = answer.value;
  const posted = form && FORMS.includes(form.call) ? form : undefined;
  const isLeaving = query.get('leave') === '1' || posted?.call === 'bonus.leave';
  return {
    timeZone,
    problem: posted?.message ?? '',
    done: (!posted && OUTCOMES.find((one) => one === query.get('done'))) || null,
    isLeaving,
    overview: {
      ...overview,
      running: running && { ...running, untilText: minute(running.expiresAt) },
      offers: offers.map((offer) => ({ ...offer, untilText: minute(offer.until) })),
      past: past.map((one) => ({ ...one, endedText: minute(one.endedAt) })),
    },
    movements: movements && {
      page: movements.page,
      pages: movements.pages,
      rows: movements.movements.map((one) => ({ ...one, atText: minute(one.at) })),
    },
  };
}

/** For pages about money; null if the merchant has no bonuses, or they could not be read. */
export async function bonusHint({
  upstream,
  visitor,
  context,
}: Pick<VisitorInput, 'upstream' | 'visitor' | 'context'>): Promise<BonusHintView | null> {
  if (context.features.bonus !== true || !isOpenPath(memberHref('bonusDetails'), context.features)) return null;
  const overview = await callOr(upstream, bonusOverview, {}, visitor, null);
  if (!overview) return null;
  const { bonus: units, held, deposits, currency, currencySymbol, running } = overview;
  return { bonus: units, held, deposits, currency, currencySymbol, isRunning: running !== null };
}
