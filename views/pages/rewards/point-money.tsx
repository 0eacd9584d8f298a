import { amountText } from '../../../shared/money/amount-text.ts';
import { UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import '../../../client/styles/index.css';
import type { PointConvertProps } from '../../../client/islands/rewards/props.ts';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { pointsOfWire } from '../../../shared/money/points.ts';
import { Island } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { HeaderFooter } from '../../layouts/shell.tsx';
import { goodsHref, MONEY_ITEM } from './mall-filter.ts';
import styles from './point-goods.module.css';
import { BackToMall, NoPassword } from './point-goods.tsx';
import { type MallOwn, OwnPoints } from './point-mall.tsx';

interface MoneyPageProps {
  readonly context: PageContext;
  readonly own: MallOwn;
  readonly passwordSet: boolean;
  /** Points were just converted. */
  readonly isDone: boolean;
  readonly convert: PointConvertProps;
}

/** Converts points to money. */
export function PointMoneyPage({ context, own, passwordSet, isDone, convert }: MoneyPageProps) {
  const { t } = context;
  const unit = amountText(UNITS_PER_WHOLE, convert);
  return (
    <HeaderFooter context={context}>
      <BackToMall t={t} />
      <PageTitle
        title={t('points.convertTitle')}
        text={t('points.convertText', { points: pointsOfWire(`${convert.pointsPerUnit}`), unit })}
      />
      {isDone && own.standing === 'member' ? <FormMessage kind="done" text={t('points.doneConverted')} /> : null}
      <div className={styles.single}>
        <OwnPoints context={context} own={own} />
        {own.standing !== 'member' ? null : passwordSet ? (
          <Island name="point-convert" hydrate="load" props={convert} />
        ) : (
          <NoPassword t={t} page={goodsHref(MONEY_ITEM)} />
        )}
      </div>
    </HeaderFooter>
  );
}
