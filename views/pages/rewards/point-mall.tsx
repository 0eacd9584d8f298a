import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { pointBalance, pointConfig } from '../../../shared/api/points/calls.ts';
import type { PointGoods } from '../../../shared/api/points/schemas.ts';
import { pointsOfWire } from '../../../shared/money/points.ts';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { HeaderFooter } from '../../layouts/shell.tsx';
import { GoodsCard, MoneyCard } from './goods-card.tsx';
import { MALL_PAGE, type MallCounts, type MallFilter, mallHref } from './mall-filter.ts';
import { MallFilters } from './mall-filters.tsx';
import styles from './point-mall.module.css';
import { PointRates } from './point-rates.tsx';

/** What the page knows of its visitor. */
export interface MallOwn {
  readonly standing: 'visitor' | 'trial' | 'member';
  readonly loginHref: string;
  /** Null: unknown, or no member. */
  readonly balance: ValueOf<typeof pointBalance> | null;
}

export interface MallList {
  readonly goods: readonly PointGoods[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly counts: MallCounts;
  readonly filter: MallFilter;
}

export interface PointMallProps {
  readonly context: PageContext;
  readonly own: MallOwn;
  /** Null: unknown. */
  readonly config: ValueOf<typeof pointConfig> | null;
  readonly list: MallList;
  /** There is nothing to filter. */
  readonly isEmpty: boolean;
  /** Why there is no list; null: there is one. */
  readonly problem: string | null;
  readonly currency: CurrencyView;
}

/** Rewards of the points mall, how points are earned, and the points of the member. Needs no script. */
export function PointMallPage(props: PointMallProps) {
  const { context, own, config } = props;
  const { t } = context;
  return (
    <HeaderFooter context={context}>
      <PageTitle title={t('points.title')} text={t('points.text')} />
      <OwnPoints context={context} own={own} />
      <Rewards {...props} />
      {config ? <PointRates t={t} config={config} level={own.balance?.level ?? null} /> : null}
    </HeaderFooter>
  );
}

/** The member's points, or the way to them. */
export function OwnPoints({ context: { t }, own: { standing, loginHref, balance } }: Pick<PointMallProps, 'context' | 'own'>) {
  if (standing === 'trial') return <FormMessage kind="info" text={t('errors.in_need_true_account')} />;
  if (standing === 'visitor')
    return (
      <section className={styles.own} aria-label={t('points.yours')}>
        <p className={styles.lead}>{t('points.signIn')}</p>
        <ButtonLink variant="primary" icon="log-in" href={loginHref}>
          {t('points.logIn')}
        </ButtonLink>
      </section>
    );
  if (!balance) return null;
  const facts = [
    ['inProcess', balance.inProcess],
    ['earnedToday', balance.earnedToday],
  ] as const;
  return (
    <section className={styles.own} aria-labelledby="own-points">
      <div>
        <h2 className={styles.label} id="own-points">
          {t('points.yours')}
        </h2>
        <p className={styles.points} data-private>
          <Icon name="star" />
          {pointsOfWire(balance.currentPoints)}
        </p>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{t(`points.${name}`)}</dt>
              <dd data-private>{pointsOfWire(value)}</dd>
            </div>
          ),
        )}
      </dl>
      <ButtonLink variant="secondary" icon="history" href="/member/pointHistory">
        {t('points.history')}
      </ButtonLink>
    </section>
  );
}

function Rewards({ context, own, config, list, isEmpty, problem, currency }: PointMallProps) {
  const { t } = context;
  const { goods, total, page, pages, filter } = list;
  const resting = own.balance?.resting;
  if (problem !== null)
    return (
      <EmptyState icon="wifi-off" title={t('points.failed')} text={problem}>
        <ButtonLink href={context.here}>{t('points.again')}</ButtonLink>
      </EmptyState>
    );
  if (resting)
    return (
      <EmptyState icon="shield" title={t('points.resting')} text={resting.message}>
        <ButtonLink href="/member/protection">{t('protection.title')}</ButtonLink>
      </EmptyState>
    );
  const money = config?.conversion && page === 1 && filter.kind === null && filter.q === '' ? config.conversion : null;
  if (isEmpty && !money) return <EmptyState icon="gift" title={t('points.none')} text={t('points.noneText')} />;
  return (
    <section className={styles.rewards} aria-labelledby="rewards">
      <h2 className={styles.heading} id="rewards">
        {t('points.rewards')}
      </h2>
      <MallFilters t={t} filter={filter} counts={list.counts} isMember={own.standing === 'member'} />
      <p className={styles.count} role="status">
        {t('points.found', { count: total })}
      </p>
      {total === 0 && !money ? (
        <EmptyState icon="search" title={t('points.noMatch')} text={t('points.noMatchText')}>
          <ButtonLink href={MALL_PAGE}>{t('points.clear')}</ButtonLink>
        </EmptyState>
      ) : (
        <ul className={styles.grid}>
          {goods.map((one, index) => (
            <li key={one.goodsId}>
              <GoodsCard t={t} goods={one} currency={currency} eager={index < 4} />
            </li>
          ))}
          {money ? (
            <li>
              <MoneyCard t={t} conversion={money} currency={currency} />
            </li>
          ) : null}
        </ul>
      )}
      <Pagination t={t} page={page} pages={pages} href={(target) => mallHref(filter, target)} />
    </section>
  );
}
