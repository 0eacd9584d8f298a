import { ProgressBar } from '../../../client/ui/progress-bar.tsx';
import '../../../client/styles/index.css';
import { formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { raffleClaim, raffleJoin, raffleProof } from '../../../shared/api/raffles/calls.ts';
import type { RaffleProof, RaffleValue } from '../../../shared/api/raffles/schemas.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { zonedMinute } from '../../../shared/time.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Island } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import promo from '../promotions/promo-reward.module.css';
import styles from './raffle.module.css';
import { StatusBadge, statusText } from './raffles.tsx';

export interface RafflePageProps {
  readonly context: PageContext;
  readonly raffle: RaffleValue;
  /** Null: it could not be read. */
  readonly proof: RaffleProof | null;
  readonly currency: CurrencyView;
  readonly timeZone: string;
  /** The member is on a break or at a limit. */
  readonly paused: boolean;
  /** The page after a form. */
  readonly back: string;
  readonly standing: 'visitor' | 'trial' | 'member';
  readonly loginHref: string;
  /** A form of the page was accepted. */
  readonly isDone: boolean;
  /** Of the refused form; empty: none. */
  readonly problem: string;
}

/** A raffle: what the member has in it, prizes, winners, terms, and the check of its draw. Only the check needs script. */
export function RafflePage(props: RafflePageProps) {
  const { context, raffle, proof, currency, timeZone } = props;
  const { t } = context;
  return (
    <Shell context={context}>
      <a className={styles.back} href="/raffle">
        <Icon name="chevron-left" small directional />
        {t('raffle.all')}
      </a>
      <div className={styles.page}>
        <p className={styles.facts}>
          <StatusBadge t={t} status={raffle.status} />
        </p>
        <PageTitle title={raffle.title} text={raffle.summary} />
        <Own {...props} />
        <section className={styles.part} aria-labelledby="raffle-prizes">
          <h2 className={styles.heading} id="raffle-prizes">
            {t('raffle.prizes')}
          </h2>
          <ul className={styles.chances}>
            {raffle.prizes.map(({ amount, count }) => (
              <li key={amount} className={display.badge}>
                <bdi>{`${count} × ${amountText(amount, currency)}`}</bdi>
              </li>
            ))}
          </ul>
        </section>
        {raffle.status === 'drawn' && proof !== null ? (
          <Winners context={context} proof={proof} currency={currency} own={raffle.own} />
        ) : null}
        <Proof {...props} />
        <section className={promo.terms} aria-labelledby="raffle-terms">
          <h2 className={styles.heading} id="raffle-terms">
            {t('promotions.terms')}
          </h2>
          <ul className={promo.list}>
            {raffle.terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
        </section>
        <p className={styles.zone}>{t('pages.promotionZone', { zone: timeZone })}</p>
      </div>
    </Shell>
  );
}

function Own(props: RafflePageProps) {
  const { context, raffle, currency, timeZone, isDone, problem, paused } = props;
  const { t } = context;
  const { own, maxTickets } = raffle;
  return (
    <section className={promo.own} aria-label={t(`raffle.status_${raffle.status}`)}>
      <FormMessage text={problem} />
      {paused ? <FormMessage kind="info" text={t('raffle.paused')} /> : null}
      {isDone && own?.wins.length === 0 ? <FormMessage kind="done" text={t('raffle.joined')} /> : null}
      {isDone && own !== null && own.wins.length > 0 ? <FormMessage kind="done" text={t('rewards.claimedNow')} /> : null}
      <p>{statusText(t, raffle, timeZone)}</p>
      {own === null ? null : (
        <dl className={styles.pairs}>
          <div>
            <dt>{t('raffle.yourTickets')}</dt>
            <dd data-private>{t('raffle.ticketsOf', { count: own.tickets, max: maxTickets })}</dd>
          </div>
          {own.first === null || own.last === null ? null : (
            <div>
              <dt>{t('raffle.numbers')}</dt>
              <dd>
                <bdi>{own.first === own.last ? own.first : `${own.first}–${own.last}`}</bdi>
              </dd>
            </div>
          )}
          <div>
            <dt>{t('raffle.code')}</dt>
            <dd>
              <code>{own.code}</code>
            </dd>
          </div>
        </dl>
      )}
      {own?.progress && raffle.status === 'open' ? <Progress {...props} progress={own.progress} /> : null}
      {own?.wins.map(({ ticket, amount, state }) => (
        <p key={ticket} className={promo.reward} data-private>
          {t('raffle.won', { amount: amountText(amount, currency), ticket })}{' '}
          <span className={display.badge}>{t(`raffle.win_${state}`)}</span>
        </p>
      ))}
      {own?.claimUntil ? <p>{t('promotions.claimUntil', { until: zonedMinute(own.claimUntil, timeZone) })}</p> : null}
      <Action {...props} />
    </section>
  );
}

type ProgressProps = RafflePageProps & { readonly progress: { readonly have: string; readonly need: string } };

function Progress({ context: { t }, progress: { have, need }, currency }: ProgressProps) {
  const [has, whole] = [parseWireAmount(have) ?? 0n, parseWireAmount(need) ?? 1n];
  return (
    <p className={promo.progress}>
      <ProgressBar percent={Number((has * 100n) / whole)} label={t('raffle.next')} />
      <span className={promo.numbers}>
        {t('raffle.next')}:{' '}
        <bdi data-private>{t('promotions.haveNeed', { have: amountText(has, currency), need: amountText(whole, currency) })}</bdi>
      </span>
    </p>
  );
}

function Action({ context: { t }, raffle, standing, loginHref, back, paused, currency }: RafflePageProps) {
  const { status, own, raffleId } = raffle;
  const claims = own?.wins.filter(({ state }) => state === 'claimable') ?? [];
  const canClaim = own?.claimUntil != null && claims.length > 0;
  if (!canClaim && (status !== 'open' || own !== null || paused)) return null;
  if (standing === 'trial') return <p className={promo.note}>{t('promotions.realOnly')}</p>;
  if (standing === 'visitor')
    return (
      <p>
        <ButtonLink variant="primary" href={loginHref} data-modal="login">
          {t('promotions.logIn')}
        </ButtonLink>
      </p>
    );
  const sum = claims.reduce((all, { amount }) => all + (parseWireAmount(amount) ?? 0n), 0n);
  return (
    <form method="post" action={formAction(canClaim ? raffleClaim.id : raffleJoin.id)} noValidate>
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="raffleId" value={raffleId} />
      <Button type="submit" variant="primary">
        {canClaim ? t('raffle.doClaim', { amount: amountText(sum, currency) }) : t('raffle.doJoin')}
      </Button>
    </form>
  );
}

type WinnersProps = Pick<RafflePageProps, 'context' | 'currency'> & { readonly proof: RaffleProof; readonly own: RaffleValue['own'] };

function Winners({ context: { t }, proof: { winners }, currency, own }: WinnersProps) {
  return (
    <div className={styles.part}>
      <h2 className={styles.heading}>{t('raffle.winners')}</h2>
      {winners.length === 0 ? (
        <p className={styles.soft}>{t('raffle.noWinners')}</p>
      ) : (
        <DataTable label={t('raffle.winners')} heads={['winner', 'place', 'ticket', 'prize'].map((head) => t(`raffle.${head}`))}>
          {winners.map(({ place, ticket, amount, code, name }) => (
            <tr key={place} data-own={own?.code === code || undefined}>
              <td>
                <bdi>{name}</bdi> <code className={styles.soft}>{code}</code>
              </td>
              <td className={display.number}>{place}</td>
              <td className={display.number}>{ticket}</td>
              <td className={display.number}>
                <bdi>{amountText(amount, currency)}</bdi>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </div>
  );
}

function Proof({ context: { t }, raffle, proof }: RafflePageProps) {
  const { raffleId, seedHash, own } = raffle;
  const values = [
    ['seedHash', seedHash],
    ['listHash', proof?.listHash ?? null],
    ['seed', proof?.seed ?? null],
  ] as const;
  return (
    <section className={styles.part} aria-labelledby="raffle-proof">
      <h2 className={styles.heading} id="raffle-proof">
        {t('raffle.proof')}
      </h2>
      <p className={styles.soft}>{t('raffle.proofText')}</p>
      <dl className={styles.values}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`raffle.${name}`)}</dt>
            <dd>{value === null ? t('raffle.notYet') : <code>{value}</code>}</dd>
          </div>
        ))}
      </dl>
      {proof?.listHash ? (
        <>
          <div className={styles.check}>
            <Island
              name="raffle-check"
              hydrate="visible"
              props={{ raffleId, own: own?.first && own.last ? { code: own.code, first: own.first, last: own.last } : null }}
            />
          </div>
          <p>
            <a className={styles.file} href={`${raffleProof.path}?raffleId=${encodeURIComponent(raffleId)}`}>
              {t('raffle.values')}
            </a>
          </p>
        </>
      ) : null}
    </section>
  );
}
