import type { Choice } from '../../../client/islands/records/props.ts';
import { ChoiceField } from '../../../client/islands/records/record-parts.tsx';
import records from '../../../client/islands/records/records.module.css';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { TeamPerson, WindowBetLine } from '../../../shared/api/agent-team/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { DataTable } from '../../components/data-table.tsx';
import styles from './team.module.css';
import { ExactCells, NoLines, PersonHead, PersonName, ReportCard, type TeamList } from './team-parts.tsx';

export interface WindowLineView extends WindowBetLine {
  /** Leads to the changes of a person, the games of a vendor, or the bet. */
  readonly href: string | null;
  readonly atText: string | null;
}

export interface WindowReportView extends TeamList {
  readonly action: string;
  /** The window as in the address. */
  readonly from: string;
  readonly to: string;
  /** Start and end of the window in the merchant's zone. */
  readonly boundsText: readonly [from: string, until: string];
  readonly timeZone: string;
  readonly filter: { readonly by: string; readonly memberId: string; readonly gameCategory: string; readonly vassalage: string };
  readonly person: TeamPerson | null;
  readonly groups: readonly Choice[];
  readonly categories: readonly Choice[];
  readonly vendors: readonly Choice[];
  readonly lines: readonly WindowLineView[];
  readonly totals: Pick<WindowBetLine, 'rounds' | 'stake' | 'validBet' | 'payout' | 'net'>;
  readonly pageHref: (page: number) => string;
  /** The report without the person. */
  readonly wholeHref: string;
  /** All play of the days of the window. */
  readonly daysHref: string;
}

interface WindowProps {
  readonly t: Translate;
  readonly view: WindowReportView;
}

/** The play that was counted into a window of wages. Needs no script. */
export function WindowReport({ t, view }: WindowProps) {
  const { person, boundsText, lines, filter, totals } = view;
  const title = t(`team.by_${filter.by}`);
  const heads = [filter.by, 'rounds', ...AMOUNTS].map((key) => t(`team.${key}`));
  const labels = heads.slice(2);
  return (
    <div className={records.record}>
      <ReportCard title={t('team.window', { from: boundsText[0], until: boundsText[1] })} text={t('team.windowText')}>
        <p>
          <ButtonLink variant="ghost" dense icon="list" href={view.daysHref}>
            {t('team.windowDays')}
          </ButtonLink>
        </p>
      </ReportCard>
      <Filters t={t} view={view} />
      {person ? <PersonHead t={t} person={person} href={view.wholeHref} label={t('team.wholeTeam')} /> : null}
      <ReportCard title={title} csvHref={view.csvHref}>
        {lines.length === 0 ? (
          <NoLines t={t} text={t('team.noPlay')} />
        ) : (
          <DataTable label={title} heads={heads} whole cards>
            {lines.map((line) => (
              <tr key={line.key}>
                <td>
                  <LineName t={t} line={line} by={filter.by} />
                </td>
                <td className={display.number} data-label={heads[1]}>
                  {line.rounds}
                </td>
                <ExactCells line={line} keys={AMOUNTS} labels={labels} currency={view} />
              </tr>
            ))}
            <tr className={styles.totals}>
              <td>{t('team.total')}</td>
              <td className={display.number} data-label={heads[1]}>
                {totals.rounds}
              </td>
              <ExactCells line={totals} keys={AMOUNTS} labels={labels} currency={view} />
            </tr>
          </DataTable>
        )}
        <Pagination t={t} page={view.pageNum} pages={view.totalPages} href={view.pageHref} />
      </ReportCard>
      <p className={records.zone}>{t('records.zone', { zone: view.timeZone })}</p>
    </div>
  );
}

const AMOUNTS = ['stake', 'validBet', 'payout', 'net'] as const;

function LineName({ t, line, by }: { readonly t: Translate; readonly line: WindowLineView; readonly by: string }) {
  const { person, label, change, href, atText } = line;
  if (by === 'person') return person ? <PersonName t={t} person={person} {...linkTo(href)} /> : t('team.notSeen');
  if (!change) return href === null ? label : <a href={href}>{label}</a>;
  return (
    <span className={styles.person}>
      {href === null ? label : <a href={href}>{label}</a>}
      <small>
        {atText} · {t(`team.change_${change.kind}`)}
      </small>
      <small>{person?.account ?? t('team.notSeen')}</small>
    </span>
  );
}

function linkTo(href: string | null): { readonly href?: string } {
  return href === null ? {} : { href };
}

function Filters({ t, view: { action, from, to, filter, groups, categories, vendors } }: WindowProps) {
  const all = t('records.all');
  return (
    <form className={records.filter} method="get" action={action}>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      {filter.memberId ? <input type="hidden" name="memberId" value={filter.memberId} /> : null}
      <ChoiceField name="by" label={t('team.groupBy')} value={filter.by} choices={groups} />
      <ChoiceField name="gameCategory" label={t('records.category')} value={filter.gameCategory} all={all} choices={categories} />
      <ChoiceField name="vassalage" label={t('records.vendor')} value={filter.vassalage} all={all} choices={vendors} />
      <div className={records.apply}>
        <Button type="submit" icon="filter">
          {t('records.apply')}
        </Button>
      </div>
    </form>
  );
}
