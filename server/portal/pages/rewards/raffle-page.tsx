import { entryHref } from '../../../../client/page/paths.ts';
import { raffleClaim, raffleJoin, raffleList, raffleProof } from '../../../../shared/api/raffles/contract.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { isTrial } from '../../../../views/components/member-entries.ts';
import { RafflePage } from '../../../../views/pages/rewards/raffle.tsx';
import { RafflesPage } from '../../../../views/pages/rewards/raffles.tsx';
import { callOr } from '../call-value.ts';
import type { PageView } from '../page-view.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

const FORMS: readonly string[] = [raffleJoin.id, raffleClaim.id];

/** `/raffle`: the raffles; `?id=` one of them, with what anyone needs to check its draw. */
export async function rafflePage(input: VisitorInput): Promise<PageView> {
  const { upstream, visitor, context, query, form, timeZone } = input;
  const { t } = context;
  const id = query.get('id');
  const list = await callOr(upstream, raffleList, {}, visitor, null);
  const value = list ?? { ...NO_CURRENCY, paused: false, raffles: [] };
  const currency = { currency: value.currency, currencySymbol: value.currencySymbol };
  const found = id === null ? undefined : value.raffles.find(({ raffleId }) => raffleId === id);
  if (!found) {
    const isGone = id !== null && list !== null;
    return {
      status: list === null ? 503 : isGone ? 404 : 200,
      title: t(isGone ? 'raffle.gone' : 'raffle.title'),
      description: t('raffle.text'),
      entry: 'views/pages/rewards/raffles.tsx',
      islands: [],
      ...(isGone ? { noIndex: true } : {}),
      body: <RafflesPage context={context} list={list} isGone={isGone} currency={currency} timeZone={timeZone} />,
    };
  }
  const posted = form && FORMS.includes(form.call) ? formView(form) : null;
  const page = `/raffle?id=${encodeURIComponent(found.raffleId)}`;
  return {
    status: 200,
    title: found.title,
    description: found.summary,
    entry: 'views/pages/rewards/raffle.tsx',
    islands: ['raffle-check'],
    body: (
      <RafflePage
        context={context}
        raffle={found}
        proof={await callOr(upstream, raffleProof, { query: { raffleId: found.raffleId } }, visitor, null)}
        currency={currency}
        timeZone={timeZone}
        paused={value.paused}
        back={`${page}&done=1`}
        standing={visitor.session === null ? 'visitor' : isTrial(visitor.session.type) ? 'trial' : 'member'}
        loginHref={entryHref('login', page)}
        isDone={query.has('done') && posted === null && found.own !== null}
        problem={posted?.message ?? ''}
      />
    ),
  };
}
