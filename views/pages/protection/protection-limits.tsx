import { LimitForm } from '../../../client/islands/protection/limit-form.tsx';
import { formAction } from '../../../client/page/paths.ts';
import { Button } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import { Money } from '../../../client/ui/money.tsx';
import { ProgressBar } from '../../../client/ui/progress-bar.tsx';
import { amountText } from '../../../shared/money/amount-text.ts';
import { parseInputAmount } from '../../../shared/money/money.ts';
import type { LimitKind } from '../../../shared/rules/protection.ts';
import styles from './protection.module.css';
import { type LimitRow, type PartProps, PROTECTION_PATH } from './protection-view.ts';

const ICON: Readonly<Record<LimitKind, string>> = { deposit: 'arrow-down-to-line', loss: 'scale', stake: 'coins', session: 'hourglass' };

/** One card per kind of limit, with a row for each period. */
export function Limits({ t, view }: PartProps) {
  return (
    <section className={styles.group} aria-labelledby="limits-title" id="limits">
      <div className={styles.head}>
        <h2 className={styles.title} id="limits-title">
          {t('protection.limitsTitle')}
        </h2>
        <p className={styles.text}>{t('protection.limitsText', { hours: view.coolHours, zone: view.timeZone })}</p>
        {view.stakeCeiling ? (
          <p className={styles.text}>
            {t('protection.ceiling')} <Money amount={view.stakeCeiling} currency={view} />
          </p>
        ) : null}
      </div>
      {view.kinds.map(({ kind, rows }) => (
        <section key={kind} className={display.card} aria-labelledby={`${kind}-title`}>
          <h3 className={styles.kind} id={`${kind}-title`}>
            <Icon name={ICON[kind]} />
            {t(`protection.kind_${kind}`)}
          </h3>
          <p className={styles.text}>{t(`protection.kind_${kind}_text`)}</p>
          <ul className={styles.rows}>
            {rows.map((row) => (
              <Row key={row.period} t={t} view={view} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

interface RowProps extends PartProps {
  readonly row: LimitRow;
}

function Row({ t, view, row }: RowProps) {
  const { kind, period, effective, operator, used, percent, open } = row;
  const name = `${kind}-${period}`;
  const label = t(`protection.limit_${kind}_${period}`);
  return (
    <li className={styles.row} id={name}>
      <div className={styles.line}>
        <h4 className={styles.period}>{t(`protection.period_${period}`)}</h4>
        <p className={styles.amounts}>
          {effective === null ? (
            <>
              <Value t={t} view={view} kind={kind} value={used} /> <span className={styles.of}>{t('protection.usedNoLimit')}</span>
            </>
          ) : (
            <>
              <Value t={t} view={view} kind={kind} value={used} />{' '}
              <span className={styles.of}>
                {t('protection.usedOf')} <Value t={t} view={view} kind={kind} value={effective} />
              </span>
            </>
          )}
        </p>
      </div>
      {percent === null ? null : <ProgressBar percent={percent} label={label} isLimit />}
      {operator === null ? null : (
        <p className={styles.note}>
          {t(row.value === null ? 'protection.operatorOnly' : 'protection.operatorLimit')}{' '}
          <Value t={t} view={view} kind={kind} value={operator} />
        </p>
      )}
      {row.pending ? <Pending t={t} view={view} row={row} /> : null}
      <details className={styles.change} open={open}>
        <summary>
          {t(row.value === null ? 'protection.limitAdd' : 'protection.limitChange')}
          <span className={display.hidden}>: {label}</span>
          <Icon name="chevron-down" small />
        </summary>
        <p className={styles.presets}>
          {row.presets.map((preset) => (
            <a key={preset} className={display.chip} href={`${PROTECTION_PATH}?limit=${name}&value=${preset}#${name}`}>
              {kind === 'session'
                ? t('protection.minutes', { count: Number(preset) })
                : amountText(parseInputAmount(preset) ?? preset, view)}
            </a>
          ))}
        </p>
        <LimitForm
          t={t}
          kind={kind}
          period={period}
          currency={view}
          value={row.typed || row.current}
          error={row.error}
          back={`${PROTECTION_PATH}?done=limit#${name}`}
        />
        {row.value === null ? null : <Remove t={t} view={view} row={row} />}
      </details>
    </li>
  );
}

/** A requested looser limit: until when it is pending, and how to cancel it; then its second confirmation. */
function Pending({ t, view, row: { kind, period, pending } }: RowProps) {
  if (!pending) return null;
  const fields = (completed: string) => (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="period" value={period} />
      <input type="hidden" name="back" value={`${PROTECTION_PATH}?done=${completed}#${kind}-${period}`} />
    </>
  );
  return (
    <div className={styles.pending}>
      <p>
        {t(pending.value === null ? 'protection.pendingRemoval' : 'protection.pendingRaise')}{' '}
        {pending.value === null ? null : <Value t={t} view={view} kind={kind} value={pending.value} />}
        <br />
        {pending.ready ? t('protection.pendingReady') : t('protection.pendingFrom', { when: pending.whenText })}
      </p>
      <div className={styles.pendingActions}>
        <form method="post" action={formAction('protection.cancelLimit')}>
          {fields('kept')}
          <Button dense variant="outline" type="submit">
            {t('protection.pendingCancel')}
          </Button>
        </form>
        {pending.ready ? (
          <form method="post" action={formAction('protection.confirmLimit')}>
            {fields('confirmed')}
            <Button dense variant="secondary" type="submit">
              {t('protection.pendingConfirm')}
            </Button>
          </form>
        ) : null}
      </div>
    </div>
  );
}

function Remove({ t, view, row: { kind, period } }: RowProps) {
  return (
    <form method="post" action={formAction('protection.removeLimit')} className={styles.remove}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="period" value={period} />
      <input type="hidden" name="back" value={`${PROTECTION_PATH}?done=limit#${kind}-${period}`} />
      <Button dense variant="ghost" type="submit">
        {t('protection.limitRemove')}
      </Button>
      <p className={styles.note}>{t('protection.limitRemoveText', { hours: view.coolHours })}</p>
    </form>
  );
}

function Value({ t, view, kind, value }: PartProps & { readonly kind: LimitKind; readonly value: string }) {
  if (kind === 'session') return <span className={display.money}>{t('protection.minutes', { count: Number(value) })}</span>;
  return <Money amount={value} currency={view} />;
}
