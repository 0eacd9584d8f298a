import type { ReactNode } from 'react';
import { classNames } from '../../../client/ui/class-names.ts';
import display from '../../../client/ui/display.module.css';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/section.tsx';
import styles from './calendar.module.css';

/** The coming draws of a game; times are those of its market. */
export interface CalendarView {
  readonly zone: string;
  /** Days without draws, as sentences. */
  readonly closed: readonly { readonly day: string; readonly text: string }[];
  readonly next: readonly { readonly issue: string; readonly closes: string; readonly draws: string; readonly drawsAt: string }[];
  readonly days: readonly { readonly day: string; readonly first: string; readonly last: string; readonly draws: string }[];
}

/** The next draws one by one, and the days after them. */
export function Calendar({ t, calendar: { zone, closed, next, days } }: { readonly t: Translate; readonly calendar: CalendarView }) {
  const heads = (keys: readonly string[]) => keys.map((key) => t(`lottery.${key}`));
  return (
    <Section id="calendar" title={t('lottery.calendar')}>
      <p className={styles.text}>{zone}</p>
      {closed.length > 0 ? (
        <ul className={styles.closed}>
          {closed.map(({ day, text }) => (
            <li key={day}>{text}</li>
          ))}
        </ul>
      ) : null}
      <div className={styles.tables}>
        <Part title={t('lottery.calendarNext')}>
          <DataTable label={t('lottery.calendarNext')} heads={heads(['issueColumn', 'calendarCloses', 'calendarAt'])}>
            {next.map(({ issue, closes, draws, drawsAt }) => (
              <tr key={issue}>
                <td className={display.number}>{issue}</td>
                <td className={display.number}>{closes}</td>
                <td className={display.number}>
                  <time dateTime={drawsAt}>{draws}</time>
                </td>
              </tr>
            ))}
          </DataTable>
        </Part>
        <Part title={t('lottery.calendarDays')}>
          <DataTable label={t('lottery.calendarDays')} heads={heads(['calendarDay', 'calendarFirst', 'calendarLast', 'calendarDraws'])}>
            {days.map(({ day, first, last, draws }) => (
              <tr key={day}>
                <td className={display.number}>
                  <time dateTime={day}>{day}</time>
                </td>
                <td className={display.number}>{first}</td>
                <td className={display.number}>{last}</td>
                <td className={display.number}>{draws}</td>
              </tr>
            ))}
          </DataTable>
        </Part>
      </div>
    </Section>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classNames(display.card, styles.part)}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </div>
  );
}
