import { ProgressBar } from '../../../client/ui/progress-bar.tsx';
import '../../../client/styles/index.css';
import records from '../../../client/islands/records/records.module.css';
import { formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Money } from '../../../client/ui/money.tsx';
import type { BonusOffer, BonusOverview, DepositBonus, RunningBonus } from '../../../shared/api/bonus/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { isOpenPath, memberHref } from '../../components/member-entries.ts';
import { categoryLabel } from '../../components/navigation.ts';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './bonus.module.css';
import { BonusMovements, type MovementView, PastBonuses, type PastView } from './bonus-lists.tsx';

/** Texts of times are in the merchant's zone. */
export interface BonusView {
  readonly timeZone: string;
  /** Refusal of a form. */
  readonly problem: string;
  /** Outcome of a form: `accepted` or `left`. */
  readonly done: 'accepted' | 'left' | null;
  /** The member wants to leave the running bonus and sees both sums. */
  readonly isLeaving: boolean;
  readonly overview: Omit<BonusOverview, 'running' | 'offers' | 'past'> & {
    readonly running: (RunningBonus & { readonly untilText: string }) | null;
    readonly offers: readonly (BonusOffer & { readonly untilText: string })[];
    readonly past: readonly PastView[];
  };
  /** Null: they could not be read. */
  readonly movements: { readonly page: number; readonly pages: number; readonly rows: readonly MovementView[] } | null;
}

const BONUS_PAGE = memberHref('bonusDetails');

/** The running bonus, offers with their cost, and every movement. Needs no script. */
export function BonusPage({ context, data }: { readonly context: PageContext; readonly data: BonusView }) {
  const { t } = context;
  const { overview, movements, timeZone, problem, done } = data;
  const { running, offers, deposits, paused, stopped } = overview;
  const hasNothing = !running && offers.length === 0 && deposits.length === 0;
  return (
    <MemberCentre context={context} page="bonusDetails">
      {problem ? <FormMessage text={problem} /> : null}
      {done ? <FormMessage kind="done" text={t(`bonus.${done}Now`)} /> : null}
      {running ? <Running t={t} running={running} currency={overview} isLeaving={data.isLeaving} /> : null}
      {offers.length > 0 ? <Offers t={t} offers={offers} currency={overview} isRunning={running !== null} /> : null}
      {deposits.length > 0 && !running ? (
        <Deposits t={t} deposits={deposits} currency={overview} isOpen={isOpenPath(memberHref('depositv2'), context.features)} />
      ) : null}
      {hasNothing ? (
        <section className={display.card}>
          <EmptyState
            icon="coins"
            title={t('bonus.none')}
            text={t(stopped ? 'bonus.stopped' : paused ? 'bonus.paused' : 'bonus.noneText')}
          />
        </section>
      ) : null}
      {movements ? <BonusMovements t={t} list={movements} currency={overview} /> : null}
      {overview.past.length > 0 ? <PastBonuses t={t} past={overview.past} currency={overview} /> : null}
      <p className={records.note}>{t('bonus.note')}</p>
      <p className={records.zone}>{t('records.zone', { zone: timeZone })}</p>
    </MemberCentre>
  );
}

interface RunningProps {
  readonly t: Translate;
  readonly running: NonNullable<BonusView['overview']['running']>;
  readonly currency: BonusView['overview'];
  readonly isLeaving: boolean;
}

function Running({ t, running, currency, isLeaving }: RunningProps) {
  const { wagered, required, percent, left, maxBet, untilText, weights, reason } = running;
  const text = (amount: string) => amountText(amount, currency);
  const facts: readonly (readonly [string, string])[] = [
    ['left', text(left)],
    ['until', untilText],
    ['maxBet', maxBet === null ? t('bonus.noMaxBet') : text(maxBet)],
  ];
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('bonus.running')}</h2>
      <p className={styles.sum} data-private>
        <Money amount={currency.bonus} currency={currency} />
      </p>
      {reason === '' ? null : (
        <p className={records.note} dir="auto">
          {reason}
        </p>
      )}
      <div className={styles.goal}>
        <ProgressBar percent={percent} label={t('bonus.running')} />
        <span className={styles.numbers}>
          <bdi data-private>{t('bonus.progress', { wagered: text(wagered), required: text(required) })}</bdi>
          <bdi>{t('bonus.percentDone', { percent })}</bdi>
        </span>
      </div>
      <dl className={styles.pools}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`bonus.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {(['real', 'held', 'bonus'] as const)
          .filter((pool) => pool !== 'held' || !/^0\.0+$/.test(currency.held))
          .map((pool) => (
            <div key={pool}>
              <dt>{t(`bonus.pool_${pool}`)}</dt>
              <dd data-private>
                <Money amount={currency[pool]} currency={currency} />
              </dd>
            </div>
          ))}
      </dl>
      <p className={records.note}>{t('bonus.runningText')}</p>
      <p className={records.note}>{t('bonus.counts', { list: weightList(t, weights) })}</p>
      {isLeaving ? <Leaving t={t} running={running} currency={currency} /> : <LeaveLink t={t} />}
    </section>
  );
}

function LeaveLink({ t }: { readonly t: Translate }) {
  return (
    <p className={styles.actions}>
      <ButtonLink variant="outline" dense href={`${BONUS_PAGE}?leave=1#leave`}>
        {t('bonus.leave')}
      </ButtonLink>
    </p>
  );
}

/** Both sums before anything happens. Another sum than the shown one is refused. */
function Leaving({ t, running, currency }: Omit<RunningProps, 'isLeaving'>) {
  const { bonusId, stays, givesUp, inPlay } = running;
  return (
    <div id="leave">
      <h3 className={records.title}>{t('bonus.leaveTitle')}</h3>
      <dl className={styles.pools} data-private>
        <div>
          <dt>{t('bonus.stays')}</dt>
          <dd>
            <Money amount={stays} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('bonus.givesUp')}</dt>
          <dd>
            <Money amount={givesUp} currency={currency} />
          </dd>
        </div>
      </dl>
      {/^0\.0+$/.test(inPlay) ? null : <p className={records.note}>{t('bonus.leaveInPlay', { amount: amountText(inPlay, currency) })}</p>}
      <form className={styles.actions} method="post" action={formAction('bonus.leave')} aria-label={t('bonus.leave')}>
        <input type="hidden" name="back" value={`${BONUS_PAGE}?done=left`} />
        <input type="hidden" name="bonusId" value={bonusId} />
        <input type="hidden" name="givesUp" value={givesUp} />
        <Button type="submit" variant="danger">
          {t('bonus.leaveConfirm', { amount: amountText(givesUp, currency) })}
        </Button>
        <ButtonLink variant="ghost" href={BONUS_PAGE}>
          {t('bonus.leaveBack')}
        </ButtonLink>
      </form>
    </div>
  );
}

interface OffersProps {
  readonly t: Translate;
  readonly offers: BonusView['overview']['offers'];
  readonly currency: CurrencyView;
  readonly isRunning: boolean;
}

function Offers({ t, offers, currency, isRunning }: OffersProps) {
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('bonus.offers')}</h2>
      {isRunning ? <p className={records.note}>{t('bonus.oneOnly')}</p> : null}
      {offers.map((offer) => {
        const title = t('bonus.amountOffer', { amount: amountText(offer.amount, currency) });
        return (
          <article className={styles.offer} key={offer.offerId}>
            <h3>{title}</h3>
            {offer.reason === '' ? null : (
              <p className={records.note} dir="auto">
                {offer.reason}
              </p>
            )}
            <p className={styles.cost}>{costText(t, offer, currency)}</p>
            <p className={records.note}>{t('bonus.counts', { list: weightList(t, offer.weights) })}</p>
            <div className={styles.actions}>
              {isRunning ? null : (
                <form method="post" action={formAction('bonus.accept')} aria-label={title}>
                  <input type="hidden" name="back" value={`${BONUS_PAGE}?done=accepted`} />
                  <input type="hidden" name="offerId" value={offer.offerId} />
                  <Button type="submit" variant="primary" aria-label={`${t('bonus.accept')}: ${title}`}>
                    {t('bonus.accept')}
                  </Button>
                </form>
              )}
              <small>{t('bonus.offerUntil', { until: offer.untilText })}</small>
            </div>
          </article>
        );
      })}
    </section>
  );
}

/** What a bonus costs, in one sentence. */
function costText(t: Translate, { required, wagering, days, maxBet, held }: BonusOffer, currency: CurrencyView): string {
  const isHeld = !/^0\.0+$/.test(held);
  return t('bonus.cost', {
    required: amountText(required, currency),
    wagering,
    time: daysText(t, days),
    most: maxBet === null ? '' : t('bonus.costMost', { maxBet: amountText(maxBet, currency) }),
    own: isHeld ? t('bonus.costHeld', { held: amountText(held, currency) }) : t('bonus.costFree'),
  });
}

function daysText(t: Translate, count: number): string {
  return count === 1 ? t('bonus.day') : t('bonus.days', { count });
}

function weightList(t: Translate, weights: BonusOffer['weights']): string {
  return weights.map(({ category, percent }) => t('bonus.weight', { category: categoryLabel(t, category), percent })).join(', ');
}

interface DepositsProps {
  readonly t: Translate;
  readonly deposits: readonly DepositBonus[];
  readonly currency: CurrencyView;
  readonly isOpen: boolean;
}

/** Rules for the next deposit; its offer appears with exact sums after the deposit. */
function Deposits({ t, deposits, currency, isOpen }: DepositsProps) {
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('bonus.deposits')}</h2>
      {deposits.map(({ percent, minimum, most, wagering, days, holdsDeposit }) => (
        <article className={styles.offer} key={`${percent} ${minimum} ${most} ${wagering}`}>
          <h3>{t('bonus.depositRule', { percent, minimum: amountText(minimum, currency), most: amountText(most, currency) })}</h3>
          <p className={styles.cost}>{t('bonus.depositCost', { wagering, time: daysText(t, days) })}</p>
          {holdsDeposit ? <p className={records.note}>{t('bonus.depositHeld')}</p> : null}
        </article>
      ))}
      {isOpen ? (
        <p className={styles.actions}>
          <ButtonLink variant="secondary" icon="wallet" href={memberHref('depositv2')}>
            {t('bonus.deposit')}
          </ButtonLink>
        </p>
      ) : null}
    </section>
  );
}
