import type { Choice, RecordFrame } from '../../../client/islands/records/props.ts';
import { ChoiceField, Stats } from '../../../client/islands/records/record-parts.tsx';
import display from '../../../client/ui/display.module.css';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { TeamPerson, TeamWageLine } from '../../../shared/api/agent-team/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExactCells, ExactStat, NoLines, PersonHead, PersonName, Report, ReportCard, type TeamList } from './team-parts.tsx';

export interface WagesBelowView extends TeamList {
  readonly frame: RecordFrame;
  readonly kind: string;
  readonly kinds: readonly Choice[];
  readonly memberId: string;
  readonly person: TeamPerson | null;
  readonly wholeHref: string;
  readonly lines: readonly (TeamWageLine & { readonly windowText: string; readonly paidText: string; readonly href: string })[];
  readonly total: string;
  readonly count: number;
  readonly pageHref: (page: number) => string;
}

/** Wages that the agents directly below were paid, and by whose contract. Needs no script. */
export function WagesBelow({ t, view }: { readonly t: Translate; readonly view: WagesBelowView }) {
  const { frame, lines, person, kind, kinds, memberId, count } = view;
  const keys = ['person', 'kind', 'wagePeriod', 'paidAt', 'paidBy', 'amount'];
  const heads = keys.map((key) => t(`team.${key}`));
  const filters = (
    <>
      <input type="hidden" name="view" value="below" />
      {memberId ? <input type="hidden" name="memberId" value={memberId} /> : null}
      <ChoiceField name="kind" label={t('team.kind')} value={kind} all={t('records.all')} choices={kinds} />
    </>
  );
  return (
    <Report t={t} frame={frame} filters={filters}>
      {person ? <PersonHead t={t} person={person} href={view.wholeHref} label={t('team.wholeTeam')} /> : null}
      {frame.period.problem ? null : (
        <ReportCard title={t('team.wageCount', { count })} text={t('team.wagesBelowText')} csvHref={view.csvHref}>
          <Stats>
            <ExactStat label={t('team.total')} amount={view.total} currency={view} />
          </Stats>
          {lines.length === 0 ? (
            <NoLines t={t} text={t('team.noWagesBelow')} />
          ) : (
            <DataTable label={t('team.wagesBelow')} heads={heads} whole cards>
              {lines.map((line) => (
                <tr key={line.statementId}>
                  <td>
                    <PersonName t={t} person={line.person} href={line.href} />
                  </td>
                  <Cell label={heads[1]}>{t(`team.income_${line.kind}`)}</Cell>
                  <Cell label={heads[2]}>{line.windowText}</Cell>
                  <Cell label={heads[3]}>{line.paidText}</Cell>
                  <Cell label={heads[4]}>{t(`team.paidBy_${line.by}`)}</Cell>
                  <ExactCells line={line} keys={['amount']} labels={heads.slice(5)} currency={view} />
                </tr>
              ))}
            </DataTable>
          )}
          <Pagination t={t} page={view.pageNum} pages={view.totalPages} href={view.pageHref} />
        </ReportCard>
      )}
    </Report>
  );
}

function Cell({ label, children }: { readonly label: string | undefined; readonly children: string }) {
  return (
    <td className={display.number} data-label={label}>
      {children}
    </td>
  );
}
