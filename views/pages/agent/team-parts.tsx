import type { ReactNode } from 'react';
import type { RecordFrame, RecordList } from '../../../client/islands/records/props.ts';
import { FilterForm, PeriodBar, Stat, type StatProps } from '../../../client/islands/records/record-parts.tsx';
import records from '../../../client/islands/records/records.module.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import type { TeamPerson } from '../../../shared/api/agent-team/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { type CurrencyView, exactText } from '../../../shared/money/amount-text.ts';
import { AmountCells, type AmountCellsProps } from '../../components/data-table.tsx';
import { Island } from '../../components/island.tsx';
import styles from './team.module.css';

interface ReportProps {
  readonly t: Translate;
  readonly frame: RecordFrame;
  readonly filters?: ReactNode;
  /** Absent where the period was refused. */
  readonly children?: ReactNode;
}

/** Frame of a report of a team: its period and filters, its parts, and the time zone. */
export function Report({ t, frame, filters, children }: ReportProps) {
  return (
    <div className={records.record}>
      <PeriodBar t={t} page={frame} />
      <FilterForm t={t} page={frame}>
        {filters}
      </FilterForm>
      {children}
      <p className={records.zone}>{t('records.zone', { zone: frame.timeZone })}</p>
    </div>
  );
}

/** Days of a period; one day is named once. */
export function periodTitle(t: Translate, { from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : t('team.periodOf', { from, to });
}

interface ReportCardProps {
  readonly title: string;
  readonly text?: string;
  readonly csvHref?: string | null;
  readonly children: ReactNode;
}

/** A titled card; with an address, a link to all of its lines as a file. */
export function ReportCard({ title, text, csvHref = null, children }: ReportCardProps) {
  return (
    <section className={display.card}>
      <header className={records.head}>
        <h2 className={records.title}>{title}</h2>
        {csvHref === null ? null : <Island name="link-actions" hydrate="visible" props={{ kind: 'file', url: csvHref }} />}
      </header>
      {text ? <p className={records.note}>{text}</p> : null}
      {children}
    </section>
  );
}

/** A person of the team with the level below the agent; with `href` as a link. */
export function PersonName({ t, person, href }: { readonly t: Translate; readonly person: TeamPerson; readonly href?: string }) {
  const name = <bdi>{person.account}</bdi>;
  return (
    <span className={styles.person}>
      {href === undefined ? name : <a href={href}>{name}</a>}
      <small>{t(person.agent ? 'team.agentOfLevel' : 'team.memberOfLevel', { level: person.level })}</small>
    </span>
  );
}

/** Whose play or transactions are shown, with a link. */
export function PersonHead({
  t,
  person,
  href,
  label,
}: {
  readonly t: Translate;
  readonly person: TeamPerson;
  readonly href: string;
  readonly label: string;
}) {
  return (
    <div className={styles.path}>
      <PersonName t={t} person={person} />
      <ButtonLink variant="ghost" dense icon="arrow-left" href={href}>
        {label}
      </ButtonLink>
    </div>
  );
}

export function NoLines({ t, text }: { readonly t: Translate; readonly text: string }) {
  return <EmptyState icon="users" title={t('team.none')} text={text} />;
}

/** Where the list is not empty, its own parameters for `Pagination`. */
export type TeamList = Pick<RecordList, 'pageNum' | 'totalPages' | 'csvHref'> & CurrencyView;

/** Cells of amounts that add up to the totals of the page: all decimals are shown, here and in `ExactStat`. */
export function ExactCells<Key extends string>(props: Omit<AmountCellsProps<Key>, 'format'>) {
  return <AmountCells {...props} format={exactText} />;
}

export function ExactStat(props: Omit<StatProps, 'format'>) {
  return <Stat {...props} format={exactText} />;
}
