import '../../client/styles/index.css';
import type { FormView } from '../../client/lib/auth/props.ts';
import { formAction } from '../../client/lib/paths.ts';
import { Button } from '../../client/lib/ui/button.tsx';
import { FormMessage } from '../../client/lib/ui/form-message.tsx';
import { Icon } from '../../client/lib/ui/icon.tsx';
import { Money } from '../../client/lib/ui/money.tsx';
import controls from '../../client/styles/controls.module.css';
import display from '../../client/styles/display.module.css';
import type { LimitKind, LimitPeriod } from '../../shared/rules/protection.ts';
import { NetStat, NetStats } from '../components/net-stats.tsx';
import { MemberCentre } from '../layouts/member-centre.tsx';
import { MEMBER_LINKS, type PageContext } from '../layouts/page-context.ts';
import styles from './member-protection.module.css';
import { ActiveBreak, Breaks, Exclusion } from './member-protection-breaks.tsx';
import { Limits } from './member-protection-limits.tsx';

export const PROTECTION_PATH = '/member/protection';

export interface LimitRow {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** The member's own limit: a wire amount, or minutes; null without one. */
  readonly value: string | null;
  /** The effective limit: the stricter of the member's and the operator's. */
  readonly effective: string | null;
  /** The operator's limit, if it is the stricter one. */
  readonly operator: string | null;
  readonly used: string;
  /** Null without a limit. */
  readonly percent: number | null;
  readonly pending: { readonly value: string | null; readonly whenText: string; readonly ready: boolean } | null;
  /** The form is expanded. */
  readonly open: boolean;
  readonly typed: string;
  readonly error: string;
  readonly presets: readonly string[];
  /** The member's own limit in typed form. */
  readonly current: string;
}

export interface ProtectionView {
  readonly kinds: readonly { readonly kind: LimitKind; readonly rows: readonly LimitRow[] }[];
  readonly check: { readonly minutes: number; readonly choices: readonly number[]; readonly mayBeOff: boolean };
  readonly pause: {
    readonly kind: 'time-out' | 'exclusion';
    readonly fromText: string;
    /** Null: permanent. */
    readonly untilText: string | null;
    readonly mayReturn: boolean;
    readonly returnText: string | null;
  } | null;
  readonly net: { readonly deposits: string; readonly payouts: string; readonly netDeposits: string; readonly result: string };
  readonly session: { readonly minutes: number; readonly staked: string; readonly net: string } | null;
  readonly coolHours: number;
  readonly returnHours: number;
  readonly stakeCeiling: string | null;
  readonly account: string;
  readonly currencySymbol: string;
  readonly timeZone: string;
  readonly form: FormView | null;
  /** Action completed without script. */
  readonly completedAction: string | null;
  readonly here: string;
}

export interface PartProps {
  readonly t: PageContext['t'];
  readonly view: ProtectionView;
}

/** Safer play: amounts spent, limits with their remaining amounts, reality checks, breaks and exclusion. */
export function ProtectionPage({ context, data }: { readonly context: PageContext; readonly data: ProtectionView }) {
  const { t } = context;
  return (
    <MemberCentre context={context} page="protection">
      {data.completedAction ? <FormMessage kind="done" text={t(`protection.done_${data.completedAction}`)} /> : null}
      {data.form ? <FormMessage text={data.form.message} /> : null}
      <ActiveBreak t={t} view={data} />
      <SessionStats t={t} view={data} />
      <Limits t={t} view={data} />
      <RealityCheck t={t} view={data} />
      <Breaks t={t} view={data} />
      <Exclusion t={t} view={data} />
      <p className={styles.more}>
        <a className={controls.link} href="/help/safer-play">
          {t('protection.helpLink')}
        </a>
        <a className={controls.link} href={MEMBER_LINKS.bettingRecord}>
          {t('protection.historyLink')}
        </a>
      </p>
    </MemberCentre>
  );
}

/** Totals of the account and the session. */
function SessionStats({ t, view: { net, session, currencySymbol: symbol } }: PartProps) {
  return (
    <NetStats t={t} net={net} symbol={symbol}>
      <NetStat
        name={t('protection.session')}
        value={session ? <Money amount={session.net} symbol={symbol} signed /> : t('protection.sessionNone')}
        note={
          session ? (
            <>
              {t('protection.minutes', { count: session.minutes })} · {t('protection.staked')}{' '}
              <Money amount={session.staked} symbol={symbol} />
            </>
          ) : (
            t('protection.sessionNoneText')
          )
        }
      />
    </NetStats>
  );
}

function RealityCheck({ t, view: { check, form } }: PartProps) {
  const choices = check.mayBeOff ? [...check.choices, 0] : check.choices;
  return (
    <section className={display.card} aria-labelledby="check-title" id="check">
      <h2 className={styles.title} id="check-title">
        <Icon name="clock" />
        {t('protection.checkTitle')}
      </h2>
      <p className={styles.text}>{t('protection.checkText')}</p>
      <form method="post" action={formAction('protection.setCheck')} className={styles.choiceForm}>
        <input type="hidden" name="back" value={`${PROTECTION_PATH}?done=check`} />
        <fieldset className={styles.choices}>
          <legend className={controls.label}>{t('protection.checkEvery')}</legend>
          {choices.map((minutes) => (
            <label key={minutes} className={styles.choice}>
              <input
                type="radio"
                name="minutes"
                value={minutes}
                defaultChecked={String(minutes) === (form?.values.minutes ?? String(check.minutes))}
              />
              {minutes === 0 ? t('protection.checkOff') : t('protection.minutes', { count: minutes })}
            </label>
          ))}
        </fieldset>
        <Button variant="secondary" type="submit">
          {t('protection.checkSave')}
        </Button>
      </form>
    </section>
  );
}
