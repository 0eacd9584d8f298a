import display from '../../../client/ui/display.module.css';
import { Image } from '../../../client/ui/image.tsx';
import { DEFAULT_DRAWINGS, drawingHref } from '../../../shared/api/points/constants.ts';
import type { PointGoods } from '../../../shared/api/points/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import { pointsOfWire } from '../../../shared/money/points.ts';
import styles from './goods-card.module.css';
import { goodsHref, MONEY_ITEM } from './mall-filter.ts';

interface GoodsProps {
  readonly t: Translate;
  readonly goods: PointGoods;
  readonly currency: CurrencyView;
}

/** Goods in the list of the mall; the whole card is a link. */
export function GoodsCard({ t, goods, currency, eager }: GoodsProps & { readonly eager: boolean }) {
  const { goodsId, kind, name, requiredPoints, requiredAmount } = goods;
  return (
    <article className={styles.card} data-out={isOut(goods) || undefined}>
      <GoodsPicture goods={goods} eager={eager} />
      <div className={styles.body}>
        <p className={styles.badges}>
          <span className={display.badge}>{t(`points.kind_${kind}`)}</span>
          <GoodsBadges t={t} goods={goods} />
        </p>
        <h3 className={styles.name}>
          <a className={styles.link} href={goodsHref(goodsId)}>
            {name}
          </a>
        </h3>
        {requiredAmount === null ? null : (
          <p className={styles.worth}>{t('points.worth', { amount: amountText(requiredAmount, currency) })}</p>
        )}
        <p className={styles.price}>{t('points.points', { points: pointsOfWire(requiredPoints) })}</p>
      </div>
    </article>
  );
}

/** Points as money, at the place of a reward. */
export function MoneyCard({ t, conversion, currency }: MoneyProps) {
  const points = pointsOfWire(`${conversion.pointsPerUnit}`);
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Image className={styles.picture} src={drawingHref(DEFAULT_DRAWINGS.credit)} alt="" width={320} height={240} />
      </div>
      <div className={styles.body}>
        <p className={styles.badges}>
          <span className={display.badge}>{t('points.money')}</span>
        </p>
        <h3 className={styles.name}>
          <a className={styles.link} href={goodsHref(MONEY_ITEM)}>
            {t('points.convertTitle')}
          </a>
        </h3>
        <p className={styles.worth}>{t('points.convertText', { points, unit: amountText(UNITS_PER_WHOLE, currency) })}</p>
        <p className={styles.price}>{t('points.fromPoints', { points: pointsOfWire(`${conversion.least}`) })}</p>
      </div>
    </article>
  );
}

interface MoneyProps {
  readonly t: Translate;
  readonly conversion: { readonly pointsPerUnit: number; readonly least: number };
  readonly currency: CurrencyView;
}

export function GoodsPicture({ goods: { pictureUrl, kind }, eager }: { readonly goods: PointGoods; readonly eager: boolean }) {
  return (
    <div className={styles.frame}>
      <Image
        className={styles.picture}
        src={pictureUrl || drawingHref(DEFAULT_DRAWINGS[kind])}
        alt=""
        width={320}
        height={240}
        eager={eager}
      />
    </div>
  );
}

/** Stock and level. */
export function GoodsBadges({ t, goods }: Omit<GoodsProps, 'currency'>) {
  const { availableQuantity: left, level } = goods;
  return (
    <>
      {level > 1 ? (
        <span className={display.badge} data-tone="info">
          {t('points.fromLevel', { level })}
        </span>
      ) : null}
      {isOut(goods) ? (
        <span className={display.badge} data-tone="neg">
          {t('points.soldOut')}
        </span>
      ) : left === null ? null : (
        <span className={display.badge} data-tone="pos">
          {t('points.left', { count: left })}
        </span>
      )}
    </>
  );
}

function isOut({ availableQuantity }: PointGoods): boolean {
  return availableQuantity !== null && availableQuantity <= 0;
}
