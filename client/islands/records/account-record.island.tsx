import type { ReactNode } from 'react';
import { MOVEMENT_GROUPS } from '../../../shared/records.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { MoreDetails } from '../../ui/more-details.tsx';
import type { AccountRecordProps, MovementView } from './props.ts';
import { RecordPage, RecordRows } from './record-page.tsx';
import { ChoiceField, CopiedId, Facts, FilterForm, kindLabel, RowStat, Stat, Stats } from './record-parts.tsx';
import styles from './records.module.css';

const GROUPS = Object.keys(MOVEMENT_GROUPS);
const SUBJECTS = { bet: 'openRound', deposit: 'openDeposit', withdrawal: 'openWithdrawal' } as const;

type Props = AccountRecordProps & IslandContext;

/** All movements of an account in a period, with the balance check. Filters and page numbers are in the address. */
export default function AccountRecord(props: Props) {
  const { t, movements, single } = props;
  return (
    <RecordPage
      t={t}
      page={props}
      filters={<Filters {...props} />}
      sums={props.hasSheet === false ? null : <Sheet {...props} />}
      after={props.months.length > 0 ? <Statement {...props} /> : null}
    >
      <RecordRows
        t={t}
        page={props}
        title={t(single ? 'records.movement' : 'records.listOfMovements')}
        rows={movements.map((movement) => <MovementRow key={movement.transferId} {...props} movement={movement} />)}
        none={<EmptyState icon="file-text" title={t('records.movementsNone')} text={t('records.movementsNoneText')} />}
      />
    </RecordPage>
  );
}

function Filters(props: Props) {
  const { t, filter, accounts } = props;
  const groups = GROUPS.map((group) => ({ value: group, label: t(`records.group_${group}`) }));
  return (
    <FilterForm t={t} page={props}>
      <ChoiceField name="group" label={t('records.group')} value={filter.group} all={t('records.all')} choices={groups} />
      {accounts.length > 1 ? <ChoiceField name="account" label={t('records.account')} value={filter.account} choices={accounts} /> : null}
    </FilterForm>
  );
}

function Sheet({ t, sheet, currency }: Props) {
  return (
    <div className={styles.record}>
      <Stats>
        <Stat label={t('records.opening')} amount={sheet.opening} currency={currency} />
        <Stat label={t('records.cameIn')} amount={sheet.credited} currency={currency} signed />
        <Stat label={t('records.wentOut')} amount={sheet.debited} currency={currency} signed />
        <Stat label={t('records.closing')} amount={sheet.closing} currency={currency} />
      </Stats>
      <p className={display.message} data-kind={sheet.balanced ? 'done' : 'error'}>
        <Icon name={sheet.balanced ? 'circle-check' : 'triangle-alert'} />
        {t(sheet.balanced ? 'records.balanced' : 'records.notBalanced')}
      </p>
      {sheet.sums.length > 0 ? (
        <details className={styles.sheet}>
          <summary>
            <Icon name="chevron-down" small />
            {t('records.byKind')}
          </summary>
          <div className={styles.sums}>
            {sheet.sums.flatMap(({ kind, count, amount }) => [
              <span key={kind}>{kindLabel(t, kind)}</span>,
              <span key={`${kind}-count`}>{count}</span>,
              <span key={`${kind}-amount`} data-private>
                <Money amount={amount} currency={currency} signed />
              </span>,
            ])}
          </div>
        </details>
      ) : null}
    </div>
  );
}

function MovementRow({ movement, t, currency, single }: Props & { readonly movement: MovementView }) {
  return (
    <details className={classNames(styles.bet, styles.movement)} open={single}>
      <summary>
        <span className={styles.game}>
          <strong>{kindLabel(t, movement.kind)}</strong>
          {movement.gameName === null ? null : <small>{movement.gameName}</small>}
        </span>
        <small>{movement.atText}</small>
        <RowStat label={t('records.amount')} amount={movement.amount} currency={currency} signed />
        {movement.balanceAfter === null ? null : (
          <RowStat label={t('records.balanceAfter')} amount={movement.balanceAfter} currency={currency} />
        )}
        <Icon name="chevron-down" small />
      </summary>
      <Details movement={movement} t={t} currency={currency} />
    </details>
  );
}

function Details({ movement, t, currency }: Pick<Props, 't' | 'currency'> & { readonly movement: MovementView }) {
  const money = (amount: string) => (
    <span data-private>
      <Money amount={amount} currency={currency} />
    </span>
  );
  const facts: [string, ReactNode][] = [
    ['at', movement.atText],
    ...(movement.balanceBefore === null ? [] : [['balanceBefore', money(movement.balanceBefore)] as [string, ReactNode]]),
    ...(movement.balanceAfter === null ? [] : [['balanceAfter', money(movement.balanceAfter)] as [string, ReactNode]]),
  ];
  const ids: [string, ReactNode][] = [
    ['transferId', <CopiedId key="id" t={t} id={movement.transferId} />],
    ['reference', <CopiedId key="reference" t={t} id={movement.reference} />],
  ];
  return (
    <div className={styles.details}>
      <Facts t={t} facts={facts} />
      {movement.subject ? (
        <p>
          <a className={controls.link} href={movement.subject.href}>
            {t(`records.${SUBJECTS[movement.subject.type]}`)}
          </a>
        </p>
      ) : null}
      <MoreDetails t={t}>
        <Facts t={t} facts={ids} />
      </MoreDetails>
    </div>
  );
}

function Statement({ t, action, months }: Props) {
  return (
    <section className={classNames(display.card, styles.statement)}>
      <div>
        <h2 className={styles.title}>{t('records.statement')}</h2>
        <p>{t('records.statementText')}</p>
      </div>
      <form method="get" action={action}>
        <input type="hidden" name="view" value="statement" />
        <ChoiceField name="month" label={t('records.month')} value={months[0]?.value ?? ''} choices={months} />
        <Button type="submit" icon="file-text">
          {t('records.openStatement')}
        </Button>
      </form>
    </section>
  );
}
