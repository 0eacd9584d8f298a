import type { ReactNode } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import display from '../../ui/display.module.css';
import type { RecordList } from './props.ts';
import { ListFoot, ListHead, PeriodBar } from './record-parts.tsx';
import styles from './records.module.css';

interface RecordPageProps {
  readonly t: Translate;
  /** `single`: a linked row is shown without the others. */
  readonly page: RecordList & { readonly single: boolean };
  readonly filters: ReactNode;
  readonly sums: ReactNode;
  readonly children: ReactNode;
  readonly after?: ReactNode;
}

/** A record page of a period: filters, totals and rows. */
export function RecordPage({ t, page, filters, sums, children, after }: RecordPageProps) {
  const isRead = !page.period.problem;
  if (page.single) return <div className={styles.record}>{isRead ? children : null}</div>;
  return (
    <div className={styles.record}>
      <PeriodBar t={t} page={page} />
      {filters}
      {isRead ? sums : null}
      {isRead ? children : null}
      {after}
    </div>
  );
}

interface RecordRowsProps extends Pick<RecordPageProps, 't' | 'page'> {
  readonly title: string;
  readonly rows: readonly ReactNode[];
  /** Shown if there are no rows. */
  readonly none: ReactNode;
}

export function RecordRows({ t, page, title, rows, none }: RecordRowsProps) {
  return (
    <section className={display.card}>
      <ListHead t={t} page={page} title={title} single={page.single} />
      {rows.length === 0 ? none : <div className={styles.bets}>{rows}</div>}
      <ListFoot t={t} page={page} />
    </section>
  );
}
