import { ProgressBar } from '../../../client/ui/progress-bar.tsx';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
import type { FormView } from '../../../client/islands/sign-in/props.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { MAX_PIECES } from '../../../shared/api/points/constants.ts';
import type { PointGoods, Redemption } from '../../../shared/api/points/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import { parseWirePoints, piecesFor, pointsOfWire, pointsText } from '../../../shared/money/points.ts';
import { Island } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { HeaderFooter } from '../../layouts/shell.tsx';
import { GoodsBadges, GoodsPicture } from './goods-card.tsx';
import { goodsHref, MALL_PAGE } from './mall-filter.ts';
import styles from './point-goods.module.css';
import { type MallOwn, OwnPoints } from './point-mall.tsx';

/** What the form of a member needs. */
export interface GoodsOrder {
  readonly passwordSet: boolean;
  readonly form: FormView | null;
  readonly reference: string;
}

interface GoodsPageProps {
  readonly context: PageContext;
  readonly own: MallOwn;
  /** Null: not offered, or no longer. */
  readonly goods: PointGoods | null;
  readonly order: GoodsOrder | null;
  /** The redemption that was just made. */
  readonly done: Redemption | null;
  readonly currency: CurrencyView;
}

/** One reward with its form, or with what is missing to redeem it. */
export function PointGoodsPage({ context, own, goods, order, done, currency }: GoodsPageProps) {
  const { t } = context;
  return (
    <HeaderFooter context={context}>
      <BackToMall t={t} />
      <PageTitle title={goods?.name ?? t('points.gone')} />
      {done ? <Done t={t} done={done} /> : null}
      {goods ? (
        <div className={styles.columns}>
          <div className={styles.side}>
            <div className={styles.picture}>
              <GoodsPicture goods={goods} eager />
            </div>
            {goods.text ? <p className={styles.text}>{goods.text}</p> : null}
            <GoodsFacts t={t} goods={goods} currency={currency} />
          </div>
          <div className={styles.side}>
            <OwnPoints context={context} own={own} />
            {order ? <Order t={t} own={own} goods={goods} order={order} /> : null}
          </div>
        </div>
      ) : done ? null : (
        <EmptyState icon="gift" title={t('errors.points_goods_gone')}>
          <ButtonLink href={MALL_PAGE}>{t('points.toMall')}</ButtonLink>
        </EmptyState>
      )}
    </HeaderFooter>
  );
}

export function BackToMall({ t }: { readonly t: Translate }) {
  return (
    <p>
      <a className={styles.back} href={MALL_PAGE}>
        <Icon name="chevron-left" small directional />
        {t('points.toMall')}
      </a>
    </p>
  );
}

function Done({ t, done: { status, name, redeemQuantity, points } }: { readonly t: Translate; readonly done: Redemption }) {
  const texts = { goods: `${redeemQuantity} × ${name}`, points: pointsOfWire(points) };
  return (
    <>
      <FormMessage kind="done" text={t(status === 'approved' ? 'points.doneApproved' : 'points.doneRequested', texts)} />
      <p>
        <ButtonLink variant="secondary" icon="history" href="/member/pointHistory">
          {t('points.history')}
        </ButtonLink>
      </p>
    </>
  );
}

function GoodsFacts({ t, goods, currency }: { readonly t: Translate; readonly goods: PointGoods; readonly currency: CurrencyView }) {
  const { requiredPoints, requiredAmount, ratio, availableQuantity, level, levelName, memberLimit, contact, kind } = goods;
  const rows: readonly (readonly [name: string, value: string | null])[] = [
    ['needed', pointsOfWire(requiredPoints)],
    ['value', requiredAmount === null ? null : amountText(requiredAmount, currency)],
    ['ratio', ratio === null ? null : t('points.ratioText', { points: ratio, unit: amountText(UNITS_PER_WHOLE, currency) })],
    ['stock', availableQuantity === null ? t('points.unlimited') : String(availableQuantity)],
    ['level', level > 1 ? [t('points.fromLevel', { level }), levelName].filter(Boolean).join(' · ') : t('points.everyLevel')],
    ['limit', memberLimit === null ? null : String(memberLimit)],
    ['contact', contact === null ? null : t(`points.contact_${contact}`)],
    ['delivery', t(`points.delivery_${kind}`)],
  ];
  return (
    <section className={display.card} aria-label={t('points.facts')}>
      <p className={styles.badges}>
        <span className={display.badge}>{t(`points.kind_${kind}`)}</span>
        <GoodsBadges t={t} goods={goods} />
      </p>
      <dl className={styles.facts}>
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{t(`points.fact_${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

const ADD_NUMBER = ['points_zalo_needed', 'points_whatsapp_needed'];

interface OrderProps {
  readonly t: Translate;
  readonly own: MallOwn;
  readonly goods: PointGoods;
  readonly order: GoodsOrder;
}

/** The form, or the first requirement that is missing. */
function Order({ t, own, goods, order }: OrderProps) {
  const refusal = goods.own?.refusal;
  if (refusal)
    return (
      <section className={display.card}>
        <FormMessage kind="info" text={refusal.message} />
        {refusal.code === 'points_insufficient' ? <Missing t={t} own={own} goods={goods} /> : null}
        {ADD_NUMBER.includes(refusal.code) ? (
          <ButtonLink variant="primary" icon="phone" href="/member/profile">
            {t('points.addNumber')}
          </ButtonLink>
        ) : null}
      </section>
    );
  const balance = own.balance?.currentPoints ?? '0';
  const pieces = piecesOf(goods, balance);
  if (pieces === 0)
    return (
      <section className={display.card}>
        <FormMessage
          kind="info"
          text={t('errors.points_insufficient', { balance: pointsOfWire(balance), needed: pointsOfWire(goods.requiredPoints) })}
        />
        <Missing t={t} own={own} goods={goods} />
      </section>
    );
  if (!order.passwordSet) return <NoPassword t={t} page={goodsHref(goods.goodsId)} />;
  return (
    <Island
      name="point-redeem"
      hydrate="load"
      props={{
        goodsId: goods.goodsId,
        price: goods.requiredPoints,
        balance,
        pieces,
        isSent: goods.kind === 'goods',
        page: goodsHref(goods.goodsId),
        form: order.form,
        reference: order.reference,
      }}
    />
  );
}

/** The pieces that the member can redeem now; a platform that does not name them has them from the points. */
function piecesOf({ own, requiredPoints, availableQuantity }: PointGoods, balance: string): number {
  const paid = piecesFor(parseWirePoints(balance) ?? 0n, parseWirePoints(requiredPoints) ?? 0n);
  return own?.pieces ?? Math.max(0, Math.min(MAX_PIECES, paid, availableQuantity ?? MAX_PIECES));
}

/** How far the member is from the reward. */
function Missing({ t, own, goods }: Omit<OrderProps, 'order'>) {
  const [have, need] = [parseWirePoints(own.balance?.currentPoints ?? '0') ?? 0n, parseWirePoints(goods.requiredPoints) ?? 0n];
  if (have >= need || need <= 0n) return null;
  const percent = have > 0n ? Number((have * 100n) / need) : 0;
  return (
    <>
      <ProgressBar percent={percent} label={t('points.yours')} />
      <p className={styles.text}>{t('points.missing', { points: pointsText(need - have) })}</p>
    </>
  );
}

/** `page`: where the member continues afterwards. */
export function NoPassword({ t, page }: { readonly t: Translate; readonly page: string }) {
  return (
    <section className={display.card}>
      <EmptyState icon="lock" title={t('points.noPassword')} text={t('points.noPasswordText')}>
        <ButtonLink variant="primary" href={`/member/paymentPassword?next=${encodeURIComponent(page)}`}>
          {t('points.setPassword')}
        </ButtonLink>
      </EmptyState>
    </section>
  );
}
