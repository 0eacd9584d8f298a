import '../../../client/styles/index.css';
import type { BettingRecordProps, Choice, RecordFrame } from '../../../client/islands/records/props.ts';
import { ChoiceField } from '../../../client/islands/records/record-parts.tsx';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { teamBets } from '../../../shared/api/agent-team/calls.ts';
import type { TeamPerson } from '../../../shared/api/agent-team/schemas.ts';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Island } from '../../components/island.tsx';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './team.module.css';
import { ExactCells, NoLines, PersonHead, PersonName, Report, ReportCard, type TeamList } from './team-parts.tsx';
import { WindowReport, type WindowReportView } from './window-betting.tsx';

type BetLine = ValueOf<typeof teamBets>['lines'][number];

export interface TeamBetLine extends BetLine {
  /** Leads to the play of the person, the vendor or the game. */
  readonly href: string;
}

export interface TeamReportView extends TeamList {
  readonly frame: RecordFrame;
  readonly filter: {
    readonly by: string;
    readonly memberId: string;
    /** Empty without a person. */
    readonly scope: string;
    readonly gameCategory: string;
    readonly vassalage: string;
  };
  readonly person: TeamPerson | null;
  readonly groups: readonly Choice[];
  readonly scopes: readonly Choice[];
  readonly categories: readonly Choice[];
  readonly vendors: readonly Choice[];
  readonly lines: readonly TeamBetLine[];
  readonly totals: Pick<BetLine, 'stake' | 'payout' | 'net' | 'rounds'> | null;
  readonly pageHref: (page: number) => string;
  /** All bets of the person one by one; null without a person. */
  readonly betsHref: string | null;
  /** The report without the person. */
  readonly wholeHref: string;
}

export type TeamBettingView =
  | { readonly report: TeamReportView }
  /** The play of a window of wages. */
  | { readonly window: WindowReportView }
  /** The bets of one person. */
  | { readonly bets: { readonly person: TeamPerson; readonly record: BettingRecordProps; readonly reportHref: string } };

/** Play of the team by person, vendor or game, down to one bet and its ledger ids. Needs no script. */
export function TeamBettingPage({ context, data }: { readonly context: PageContext; readonly data: TeamBettingView }) {
  return (
    <AgentCentre context={context} page="agentTeamBetting" menu>
      <TeamBetting t={context.t} view={data} />
    </AgentCentre>
  );
}

function TeamBetting({ t, view }: { readonly t: Translate; readonly view: TeamBettingView }) {
  if ('report' in view) return <BetReport t={t} view={view.report} />;
  if ('window' in view) return <WindowReport t={t} view={view.window} />;
  const { person, record, reportHref } = view.bets;
  return (
    <>
      <PersonHead t={t} person={person} href={reportHref} label={t('team.toReport')} />
      <Island name="betting-record" hydrate="idle" props={record} />
    </>
  );
}

function BetReport({ t, view }: { readonly t: Translate; readonly view: TeamReportView }) {
  const { lines, totals, filter, person } = view;
  const title = t(`team.by_${filter.by}`);
  return (
    <Report t={t} frame={view.frame} filters={<Filters t={t} view={view} />}>
      {person ? <PersonHead t={t} person={person} href={view.wholeHref} label={t('team.wholeTeam')} /> : null}
      <ReportCard title={title} csvHref={view.csvHref}>
        {view.betsHref === null ? null : (
          <p>
            <ButtonLink dense icon="receipt" href={view.betsHref}>
              {t('team.everyBet')}
            </ButtonLink>
          </p>
        )}
        {lines.length === 0 || !totals ? (
          <NoLines t={t} text={t('team.noPlay')} />
        ) : (
          <DataTable label={title} heads={[filter.by, 'rounds', 'stake', 'payout', 'net'].map((key) => t(`team.${key}`))} whole>
            {lines.map((line) => (
              <tr key={line.key}>
                <td>{line.person ? <PersonName t={t} person={line.person} href={line.href} /> : <a href={line.href}>{line.label}</a>}</td>
                <td className={display.number}>{line.rounds}</td>
                <ExactCells line={line} keys={['stake', 'payout', 'net']} currency={view} />
              </tr>
            ))}
            <tr className={styles.totals}>
              <td>{t('team.total')}</td>
              <td className={display.number}>{totals.rounds}</td>
              <ExactCells line={totals} keys={['stake', 'payout', 'net']} currency={view} />
            </tr>
          </DataTable>
        )}
        <Pagination t={t} page={view.pageNum} pages={view.totalPages} href={view.pageHref} />
      </ReportCard>
    </Report>
  );
}

function Filters({ t, view: { filter, groups, scopes, categories, vendors } }: { readonly t: Translate; readonly view: TeamReportView }) {
  const all = t('records.all');
  return (
    <>
      {filter.memberId ? <input type="hidden" name="memberId" value={filter.memberId} /> : null}
      {filter.memberId ? <ChoiceField name="scope" label={t('team.scope')} value={filter.scope} choices={scopes} /> : null}
      <ChoiceField name="by" label={t('team.groupBy')} value={filter.by} choices={groups} />
      <ChoiceField name="gameCategory" label={t('records.category')} value={filter.gameCategory} all={all} choices={categories} />
      <ChoiceField name="vassalage" label={t('records.vendor')} value={filter.vassalage} all={all} choices={vendors} />
    </>
  );
}
