import type { ReactNode } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { MOVEMENT_KINDS } from '../../../shared/records.ts';
import { search } from '../../page/call.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { COPY_TEXTS, CopyButton } from '../../ui/copy-button.tsx';
import display from '../../ui/display.module.css';
import { Field } from '../../ui/field.tsx';
import { Money, type MoneyProps } from '../../ui/money.tsx';
import { type Choice, RECORD_PERIODS, type RecordFrame, type RecordList, type RecordPeriod } from './props.ts';
import styles from './records.module.css';

/** Locale keys of this file. */
export const RECORD_PART_TEXTS: readonly string[] = [
  ...COPY_TEXTS,
  ...RECORD_PERIODS.map((period) => `records.period_${period}`),
  ...['period', 'from', 'to', 'maxSpan', 'all', 'apply', 'zone', 'csv', 'showAll'].map((key) => `records.${key}`),
  'common.previous',
  'common.next',
  'common.pageOf',
];

interface PartProps<Frame> {
  readonly t: Translate;
  readonly page: Frame;
}

/** Address of the page with another period or page. Without `pageNo` it starts at page one. */
export function recordHref(
  { action, parameters, period }: RecordFrame,
  change: { readonly period?: RecordPeriod; readonly pageNo?: number },
): string {
  const name = change.period ?? period.name;
  const range = name === 'custom' ? { from: period.from, to: period.to } : {};
  return action + search({ ...parameters, period: name, ...range, pageNo: change.pageNo });
}

export function PeriodBar({ t, page }: PartProps<RecordFrame>) {
  return (
    <nav className={styles.periods} aria-label={t('records.period')}>
      {(page.periods ?? RECORD_PERIODS).map((period) => (
        <a
          key={period}
          className={display.chip}
          href={recordHref(page, { period })}
          aria-current={period === page.period.name ? 'true' : undefined}
        >
          {t(`records.period_${period}`)}
        </a>
      ))}
    </nav>
  );
}

/** The other filters as a form. Without filters it is rendered only for a custom period. */
export function FilterForm({ t, page, children }: PartProps<RecordFrame> & { readonly children?: ReactNode }) {
  const { period, action } = page;
  const custom = period.name === 'custom';
  if (!custom && !children) return null;
  return (
    <form className={styles.filter} method="get" action={action}>
      <input type="hidden" name="period" value={period.name} />
      {custom ? (
        <>
          <Field error={undefined} name="from" type="date" label={t('records.from')} defaultValue={period.from} required />
          <Field name="to" type="date" label={t('records.to')} defaultValue={period.to} required error={period.problem || undefined} />
        </>
      ) : null}
      {children}
      <div className={styles.apply}>
        <Button type="submit" icon="filter">
          {t('records.apply')}
        </Button>
      </div>
      {custom ? <p className={styles.span}>{t('records.maxSpan', { days: period.maxDays })}</p> : null}
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  /** Label of the empty option; without it an option is always selected. */
  readonly all?: string;
}

/** A value of the address that is not among the choices any more is shown by its code, because the rows are filtered by it. */
export function ChoiceField({ name, label, value, choices, all }: ChoiceProps) {
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <label className={controls.field}>
      <span className={controls.label}>{label}</span>
      <select className={controls.input} name={name} defaultValue={value}>
        {all === undefined ? null : <option value="">{all}</option>}
        {isKnown ? null : <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Amounts in a row, each with its label. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.totals}>{children}</dl>;
}

export interface StatProps {
  readonly label: string;
  readonly amount: string;
  readonly currency: CurrencyView;
  /** With color and sign. */
  readonly signed?: boolean;
  readonly note?: string;
  readonly format?: MoneyProps['format'];
}

export function Stat({ label, amount, currency, signed = false, note, format }: StatProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-private>
        <Money amount={amount} currency={currency} signed={signed} {...(format ? { format } : {})} />
      </dd>
      {note ? <dd className={styles.note}>{note}</dd> : null}
    </div>
  );
}

/** Title of a list with a link to its file; for a single row, with a link to the whole list. */
export function ListHead({
  t,
  page,
  title,
  single = false,
}: PartProps<RecordList> & { readonly title: string; readonly single?: boolean }) {
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      {single ? (
        <ButtonLink variant="ghost" dense icon="list" href={page.action}>
          {t('records.showAll')}
        </ButtonLink>
      ) : page.csvHref === null ? null : (
        <ButtonLink variant="ghost" dense icon="download" href={page.csvHref} download>
          {t('records.csv')}
        </ButtonLink>
      )}
    </header>
  );
}

export function ListFoot({ t, page }: PartProps<RecordList>) {
  const { pageNum, totalPages, timeZone } = page;
  return (
    <>
      {totalPages > 1 ? (
        <nav className={styles.pager}>
          {pageNum > 1 ? <ButtonLink href={recordHref(page, { pageNo: pageNum - 1 })}>{t('common.previous')}</ButtonLink> : null}
          <span>{t('common.pageOf', { page: pageNum, pages: totalPages })}</span>
          {pageNum < totalPages ? <ButtonLink href={recordHref(page, { pageNo: pageNum + 1 })}>{t('common.next')}</ButtonLink> : null}
        </nav>
      ) : null}
      <p className={styles.zone}>{t('records.zone', { zone: timeZone })}</p>
    </>
  );
}

/** Details of one row; the keys of `facts` are locale keys. */
export function Facts({ t, facts }: { readonly t: Translate; readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`records.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One amount of a row; `null`: not known yet. */
export function RowStat({
  label,
  amount,
  currency,
  signed = false,
}: Omit<StatProps, 'note' | 'amount'> & { readonly amount: string | null }) {
  return (
    <span className={styles.figure}>
      <small>{label}</small>
      <span data-private>{amount === null ? '–' : <Money amount={amount} currency={currency} signed={signed} />}</span>
    </span>
  );
}

/** An id with a copy button. */
export function CopiedId({ t, id }: { readonly t: Translate; readonly id: string }) {
  return (
    <>
      <code>{id}</code>
      <CopyButton t={t} text={id} />
    </>
  );
}

export const KIND_TEXTS: readonly string[] = MOVEMENT_KINDS.map((kind) => `records.kind_${kind}`);

/** Label of a movement kind; an unknown kind is shown by its own name. */
export function kindLabel(t: Translate, kind: string): string {
  return MOVEMENT_KINDS.some((known) => known === kind) ? t(`records.kind_${kind}`) : kind;
}
