import { randomUUID } from 'node:crypto';
import { entryHref } from '../../../../client/page/paths.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { Envelope } from '../../../../shared/api/envelope.ts';
import { POINT_GOODS_KINDS } from '../../../../shared/api/points/constants.ts';
import { convertPoint, pointBalance, pointConfig, pointRewards, redeemList, redeemReward } from '../../../../shared/api/points/contract.ts';
import type { Redemption } from '../../../../shared/api/points/schemas.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { isTrial } from '../../../../views/components/member-entries.ts';
import { MALL_PAGE, MONEY_ITEM } from '../../../../views/pages/rewards/mall-filter.ts';
import { type GoodsOrder, PointGoodsPage } from '../../../../views/pages/rewards/point-goods.tsx';
import { type MallOwn, PointMallPage } from '../../../../views/pages/rewards/point-mall.tsx';
import { PointMoneyPage } from '../../../../views/pages/rewards/point-money.tsx';
import { callOr } from '../call-value.ts';
import { pageNumber } from '../games/game-list-page.tsx';
import type { PageView } from '../page-view.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { filterGoods, readMallFilter } from './mall-filter.ts';

const GOODS_PER_PAGE = 24;

/** `/pointMall`: rewards with filters; `?item=` one of them, with its form for members. */
export async function pointMallPage(input: VisitorInput): Promise<PageView> {
  const { upstream, visitor, context, query } = input;
  const isMember = visitor.session !== null && !isTrial(visitor.session.type);
  const [rewards, config, balance] = await Promise.all([
    upstream.call(pointRewards, {}, visitor),
    callOr(upstream, pointConfig, {}, visitor, null),
    isMember ? callOr(upstream, pointBalance, {}, visitor, null) : null,
  ]);
  const own: MallOwn = {
    standing: visitor.session === null ? 'visitor' : isMember ? 'member' : 'trial',
    loginHref: entryHref('login', context.here),
    balance,
  };
  const shared = { context, own, config };
  const item = query.get('item');
  if (item === MONEY_ITEM && config?.conversion) {
    const passwordSet = !rewards.success || rewards.value.paymentPasswordSet !== false;
    return moneyPage(input, { own, config, conversion: config.conversion, passwordSet });
  }
  if (item !== null && rewards.success) return goodsPage(input, own, rewards.value, item);
  const goods = rewards.success ? rewards.value.goods : [];
  const filter = readMallFilter(query);
  const found = filterGoods(goods, filter);
  const pages = Math.max(1, Math.ceil(found.length / GOODS_PER_PAGE));
  const page = Math.min(pageNumber(query.get('pageNo')), pages);
  const counts = new Map(POINT_GOODS_KINDS.map((kind) => [kind, filterGoods(goods, { ...filter, kind }).length]));
  const list = { goods: found.slice((page - 1) * GOODS_PER_PAGE, page * GOODS_PER_PAGE), total: found.length, page, pages, counts, filter };
  const problem = rewards.success ? null : rewards.message;
  const currency = rewards.success ? rewards.value : (config ?? NO_CURRENCY);
  return {
    ...frame(context.t('points.title'), context.t('points.text')),
    status: isDown(rewards) ? 503 : 200,
    entry: 'views/pages/rewards/point-mall.tsx',
    islands: [],
    body: <PointMallPage {...shared} list={list} isEmpty={goods.length === 0} problem={problem} currency={currency} />,
  };
}

function frame(title: string, description: string): Pick<PageView, 'title' | 'description'> {
  return { title, description };
}

type Rewards = Envelope<ValueOf<typeof pointRewards>>;

/** The platform does not answer; a refusal is an answer. */
function isDown(rewards: Rewards): boolean {
  return !rewards.success && rewards.code.startsWith('upstream_');
}

async function goodsPage(input: VisitorInput, own: MallOwn, value: ValueOf<typeof pointRewards>, item: string): Promise<PageView> {
  const { context, form, query } = input;
  const goods = value.goods.find(({ goodsId }) => goodsId === item);
  const posted = form?.call === redeemReward.id ? form : undefined;
  const isDone = query.has('done') && !posted && own.standing === 'member';
  const done = isDone ? await lastOf(input, item) : null;
  const order: GoodsOrder | null =
    goods && own.standing === 'member'
      ? {
          passwordSet: value.paymentPasswordSet !== false,
          form: posted ? formView(posted) : null,
          // A redisplayed form keeps its reference, so that sending it again cannot redeem twice.
          reference: posted?.values.reference ?? randomUUID(),
        }
      : null;
  return {
    ...frame(goods?.name ?? context.t('points.gone'), goods?.text ?? ''),
    status: goods || done ? 200 : 404,
    entry: 'views/pages/rewards/point-goods.tsx',
    islands: ['point-redeem'],
    ...(goods ? {} : { noIndex: true }),
    body: <PointGoodsPage context={context} own={own} goods={goods ?? null} order={order} done={done} currency={value} />,
  };
}

/** The newest redemption of the goods; null: it is not among the newest ones. */
async function lastOf({ upstream, visitor }: VisitorInput, item: string): Promise<Redemption | null> {
  const list = await callOr(upstream, redeemList, {}, visitor, null);
  return list?.redemptions.find(({ goodsId }) => goodsId === item) ?? null;
}

interface Money {
  readonly own: MallOwn;
  readonly config: ValueOf<typeof pointConfig>;
  readonly conversion: NonNullable<ValueOf<typeof pointConfig>['conversion']>;
  readonly passwordSet: boolean;
}

function moneyPage({ context, form, query }: VisitorInput, { own, config, conversion, passwordSet }: Money): PageView {
  const posted = form?.call === convertPoint.id ? form : undefined;
  return {
    ...frame(context.t('points.convertTitle'), context.t('points.text')),
    status: 200,
    entry: 'views/pages/rewards/point-money.tsx',
    islands: ['point-convert'],
    noIndex: true,
    body: (
      <PointMoneyPage
        context={context}
        own={own}
        passwordSet={passwordSet}
        isDone={query.has('done') && !posted}
        convert={{
          ...conversion,
          balance: own.balance?.currentPoints ?? '0',
          currency: config.currency,
          currencySymbol: config.currencySymbol,
          page: `${MALL_PAGE}?item=${MONEY_ITEM}`,
          form: posted ? formView(posted) : null,
          reference: posted?.values.reference ?? randomUUID(),
        }}
      />
    ),
  };
}
