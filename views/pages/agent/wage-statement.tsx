import type { ReactNode } from 'react';
import { TermsText } from '../../../client/islands/agent/terms-text.tsx';
import { CopiedId } from '../../../client/islands/records/record-parts.tsx';
import records from '../../../client/islands/records/records.module.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { Money } from '../../../client/ui/money.tsx';
import type { wageStatement } from '../../../shared/api/agent-wages/calls.ts';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { type CurrencyView, exactText } from '../../../shared/money/amount-text.ts';
import { parseWireAmount, toWire } from '../../../shared/money/money.ts';
import { DataTable } from '../../components/data-table.tsx';
import { categoryLabel } from '../../components/navigation.ts';
import { ExactCells, NoLines, ReportCard } from './team-parts.tsx';
import { percent, WageStateBadge } from './wage-parts.tsx';
import styles from './wages.module.css';

export interface WageStatementView extends ValueOf<typeof wageStatement> {
  /** The agent who is paid. */
  readonly account: string;
  readonly windowText: string;
  /** Start and end of the window. */
  readonly boundsText: readonly [from: string, to: string];
  readonly paidText: string | null;
  /** Times at which the agent above changed; empty: never. */
  readonly changesText: string;
  readonly timeZone: string;
  readonly backHref: string;
  /** The play that was counted into the window; null: the site has no such page. */
  readonly betsHref: string | null;
  readonly ledgerHref: string | null;
}

interface StatementProps {
  readonly t: Translate;
  readonly view: WageStatementView;
}

/** One wage with everything that it was computed from, in the order of the computation. */
export function WageStatement({ t, view }: StatementProps) {
  return (
    <>
      <p>
        <ButtonLink variant="ghost" dense icon="arrow-left" href={view.backHref}>
          {t('wages.back')}
        </ButtonLink>
      </p>
      <Summary t={t} view={view} />
      <Computation t={t} view={view} />
      <Play t={t} view={view} />
      <ReportCard title={t('wages.terms')}>
        <TermsText t={t} kind={view.kind} period={view.period} account={view.account} terms={view.terms} currency={view} />
        <p className={records.note}>{t('wages.version', { version: view.contractVersion })}</p>
      </ReportCard>
      <p className={records.zone}>{t('records.zone', { zone: view.timeZone })}</p>
    </>
  );
}

function Summary({ t, view }: StatementProps) {
  const { state, amount, boundsText, paidText, transferId, ledgerHref, statementId } = view;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['window', `${boundsText[0]} – ${boundsText[1]}`],
    ['amount', <Amount key="amount" amount={amount} currency={view} />],
    ['number', <CopiedId key="id" t={t} id={statementId} />],
    ['paidAt', paidText ?? t('wages.notPaid')],
    ['ledger', ledgerHref === null ? (transferId ?? '–') : <LedgerLink key="ledger" href={ledgerHref} id={transferId ?? ''} />],
  ];
  return (
    <ReportCard title={`${t(`team.income_${view.kind}`)}: ${view.windowText}`}>
      <p className={styles.state}>
        <WageStateBadge t={t} state={state} /> {t(`wages.stateText_${state}`)}
      </p>
      <dl className={records.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`wages.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </ReportCard>
  );
}

function LedgerLink({ href, id }: { readonly href: string; readonly id: string }) {
  return (
    <a className={controls.link} href={href}>
      {id}
    </a>
  );
}

function Amount({ amount, currency }: { readonly amount: string; readonly currency: CurrencyView }) {
  return (
    <strong data-private>
      <Money amount={amount} currency={currency} format={exactText} />
    </strong>
  );
}

/** From the play that counts to the amount. Steps that change nothing are left out. */
function Computation({ t, view }: StatementProps) {
  const { base, profit, gross, below, carriedIn, carriedOut, costs, bonuses, amount, tier, rateBp, kind, activeMembers } = view;
  const rate = percent(rateBp);
  const steps: readonly (readonly [key: string, amount: string, always: boolean])[] = [
    ['profit', profit, kind === 'dividend'],
    ['wages', toWire(unitsOf(bonuses) - unitsOf(costs)), false],
    ['bonuses', negated(bonuses), false],
    [kind === 'dividend' ? 'baseDividend' : 'base', base, true],
    ['gross', gross, true],
    ['below', negated(below), false],
    ['carriedIn', carriedIn, false],
    ['carriedOut', negated(carriedOut), false],
  ];
  return (
    <ReportCard
      title={t('wages.computed')}
      text={tier === null ? t('wages.noTier', { active: activeMembers }) : t('wages.tierApplied', { tier, rate, active: activeMembers })}
    >
      <dl className={styles.steps}>
        {steps
          .filter(([key, value, always]) => always || (key !== 'profit' && !/^-?0\.0+$/.test(value)))
          .map(([key, value]) => (
            <div key={key}>
              <dt>{t(`wages.step_${key}`, { rate })}</dt>
              <dd data-private>
                <Money amount={value} currency={view} format={exactText} />
              </dd>
            </div>
          ))}
        <div className={styles.result}>
          <dt>{t('wages.amount')}</dt>
          <dd data-private>
            <Money amount={amount} currency={view} format={exactText} />
          </dd>
        </div>
      </dl>
      {view.changesText === '' ? null : <p className={records.note}>{t('wages.uplineChanged', { times: view.changesText })}</p>}
      {view.parts.length < 2 ? null : (
        <DataTable label={t('wages.split')} heads={['belowRate', 'partBase', 'ownRate'].map((key) => t(`wages.${key}`))} whole>
          {view.parts.map((part) => (
            <tr key={part.belowRateBp}>
              <td>{percent(part.belowRateBp)}</td>
              <ExactCells line={part} keys={['base']} currency={view} />
              <td className={display.number}>{percent(Math.max(0, rateBp - part.belowRateBp))}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </ReportCard>
  );
}

function negated(wire: string): string {
  return toWire(-unitsOf(wire));
}

function unitsOf(wire: string): bigint {
  return parseWireAmount<string>(wire) ?? 0n;
}

/** Play by category, with what counts and why not. */
function Play({ t, view }: StatementProps) {
  const { lines, excludedBet, betsHref } = view;
  const labels = ['validBet', 'stake', 'payout'].map((key) => t(`team.${key}`));
  return (
    <ReportCard title={t('wages.play')}>
      {lines.length === 0 ? (
        <NoLines t={t} text={t('wages.noPlay')} />
      ) : (
        <DataTable label={t('wages.play')} heads={[t('records.category'), ...labels, t('wages.counts')]} whole cards>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own, and never change
            <tr key={index}>
              <td>{categoryName(t, line.category)}</td>
              <ExactCells line={line} keys={['validBet', 'stake', 'payout']} labels={labels} currency={view} />
              <td className={display.number} data-label={t('wages.counts')}>
                {countsText(t, line)}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {/^-?0\.0+$/.test(excludedBet) ? null : (
        <p className={records.note}>
          {t('wages.excludedText')} <Amount amount={excludedBet} currency={view} />
        </p>
      )}
      {betsHref === null ? null : (
        <p>
          <ButtonLink dense icon="receipt" href={betsHref}>
            {t('wages.bets')}
          </ButtonLink>
        </p>
      )}
    </ReportCard>
  );
}

function categoryName(t: Translate, category: string): string {
  const known = GAME_CATEGORIES.find((name) => name === category);
  return known ? categoryLabel(t, known) : category || '–';
}

function countsText(t: Translate, { excluded, own, counted, weight }: WageStatementView['lines'][number]): string {
  if (excluded) return t('wages.counts_excluded');
  if (!counted) return t(own ? 'wages.counts_own' : 'wages.counts_small');
  return weight === 100 ? t('wages.counts_full') : t('wages.counts_weight', { weight });
}
