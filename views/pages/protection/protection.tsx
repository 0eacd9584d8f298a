import { type PartProps, PROTECTION_PATH, type ProtectionView } from './protection-view.ts';
import '../../../client/styles/index.css';
import { formAction } from '../../../client/page/paths.ts';
import { Button } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Money } from '../../../client/ui/money.tsx';
import { NetStat, NetStats } from '../../components/net-stats.tsx';
import { helpHref } from '../../components/own-pages.ts';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import { MEMBER_LINKS, type PageContext } from '../../layouts/page-context.ts';
import styles from './protection.module.css';
import { ActiveBreak, Breaks, Exclusion } from './protection-breaks.tsx';
import { Limits } from './protection-limits.tsx';

/** Safer play: amounts spent, limits with their remaining amounts, reality checks, breaks and exclusion. */
export function ProtectionPage({ context, data }: { readonly context: PageContext; readonly data: ProtectionView }) {
  const { t } = context;
  const helpLink = helpHref(context, 'safer-play');
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
        {helpLink === undefined ? null : (
          <a className={controls.link} href={helpLink}>
            {t('protection.helpLink')}
          </a>
        )}
        <a className={controls.link} href={MEMBER_LINKS.bettingRecord}>
          {t('protection.historyLink')}
        </a>
      </p>
    </MemberCentre>
  );
}

/** Totals of the account and the session. */
function SessionStats({ t, view }: PartProps) {
  const { net, session } = view;
  return (
    <NetStats t={t} net={net} currency={view}>
      <NetStat
        name={t('protection.session')}
        value={session ? <Money amount={session.net} currency={view} signed /> : t('protection.sessionNone')}
        note={
          session ? (
            <>
              {t('protection.minutes', { count: session.minutes })} · {t('protection.staked')}{' '}
              <Money amount={session.staked} currency={view} />
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
