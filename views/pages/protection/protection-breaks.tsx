import type { ReactNode } from 'react';
import { formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { Field } from '../../../client/ui/field.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { EXCLUSIONS, TIME_OUTS } from '../../../shared/rules/protection.ts';
import { MEMBER_LINKS } from '../../layouts/page-context.ts';
import styles from './protection.module.css';
import { type PartProps, PROTECTION_PATH } from './protection-view.ts';

/** An active break or exclusion: start, end, effect, and what remains possible. */
export function ActiveBreak({ t, view: { pause, returnHours } }: PartProps) {
  if (!pause) return null;
  const isBreak = pause.kind === 'time-out';
  const end = pause.untilText === null ? t('protection.restEver') : t('protection.restUntil', { when: pause.untilText });
  return (
    <section className={`${display.card} ${styles.resting}`} aria-labelledby="resting-title">
      <h2 className={styles.title} id="resting-title">
        <Icon name="pause" />
        {t(isBreak ? 'protection.restBreak' : 'protection.restExclusion')}
      </h2>
      <p>
        {t('protection.restSince', { when: pause.fromText })} {pause.mayReturn || pause.returnText ? null : end}
      </p>
      <p className={styles.text}>{t(isBreak ? 'protection.restBreakText' : 'protection.restExclusionText')}</p>
      {pause.returnText ? <p>{t('protection.returnFrom', { when: pause.returnText })}</p> : null}
      <div className={styles.pendingActions}>
        <ButtonLink variant="secondary" icon="arrow-up-from-line" href={MEMBER_LINKS.withdraw}>
          {t('protection.withdraw')}
        </ButtonLink>
        {pause.mayReturn ? (
          <form method="post" action={formAction('protection.return')}>
            <input type="hidden" name="back" value={`${PROTECTION_PATH}?done=return`} />
            <Button variant="outline" type="submit">
              {t('protection.returnAsk', { hours: returnHours })}
            </Button>
          </form>
        ) : null}
      </div>
    </section>
  );
}

export function Breaks({ t, view: { pause, form } }: PartProps) {
  // An exclusion already includes every break.
  if (pause?.kind === 'exclusion') return null;
  const posted = form?.call === 'protection.timeOut' ? form : null;
  return (
    <section className={display.card} aria-labelledby="break-title" id="break">
      <h2 className={styles.title} id="break-title">
        <Icon name="pause" />
        {t('protection.breakTitle')}
      </h2>
      <p className={styles.text}>{t('protection.breakText')}</p>
      <form method="post" action={formAction('protection.timeOut')} className={styles.choiceForm} noValidate>
        <input type="hidden" name="back" value={`${PROTECTION_PATH}?done=break`} />
        <Lengths t={t} name="break" legend={t('protection.breakLength')} lengths={TIME_OUTS} posted={posted} />
        <Agreement t={t} name="break" posted={posted}>
          {t('protection.breakAgree')}
        </Agreement>
        <Button variant="secondary" type="submit">
          {t('protection.breakDo')}
        </Button>
      </form>
    </section>
  );
}

/** Collapsed, so that a single wrong tap cannot start an exclusion. */
export function Exclusion({ t, view: { pause, form, account } }: PartProps) {
  if (pause?.kind === 'exclusion' && pause.untilText === null) return null;
  const posted = form?.call === 'protection.exclude' ? form : null;
  return (
    <section className={display.card} aria-labelledby="exclusion-title" id="exclusion">
      <h2 className={styles.title} id="exclusion-title">
        <Icon name="ban" />
        {t('protection.exclusionTitle')}
      </h2>
      <p className={styles.text}>{t('protection.exclusionText')}</p>
      <details className={styles.change} open={posted !== null}>
        <summary>
          {t('protection.exclusionOpen')}
          <Icon name="chevron-down" small />
        </summary>
        <ul className={styles.facts}>
          {['stops', 'money', 'offers', 'end'].map((fact) => (
            <li key={fact}>{t(`protection.exclusion_${fact}`)}</li>
          ))}
        </ul>
        <form method="post" action={formAction('protection.exclude')} className={styles.choiceForm} noValidate>
          <input type="hidden" name="back" value={`${PROTECTION_PATH}?done=exclusion`} />
          <Lengths t={t} name="exclusion" legend={t('protection.exclusionLength')} lengths={EXCLUSIONS} posted={posted} />
          <Field
            name="typedName"
            label={t('protection.exclusionName', { account })}
            error={posted?.errors.typedName}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            defaultValue={posted?.values.typedName ?? ''}
          />
          <Agreement t={t} name="exclusion" posted={posted}>
            {t('protection.exclusionAgree')}
          </Agreement>
          <Button variant="danger" type="submit">
            {t('protection.exclusionDo')}
          </Button>
        </form>
      </details>
    </section>
  );
}

interface ChoiceProps {
  readonly t: PartProps['t'];
  readonly name: 'break' | 'exclusion';
  /** The refused form. */
  readonly posted: PartProps['view']['form'];
}

interface LengthsProps extends ChoiceProps {
  readonly legend: string;
  readonly lengths: readonly string[];
}

function Lengths({ t, name, legend, lengths, posted }: LengthsProps) {
  const error = posted?.errors.length ? t('protection.lengthRequired') : undefined;
  return (
    <div className={controls.field}>
      <fieldset className={styles.choices} aria-describedby={error ? `${name}-length-error` : undefined}>
        <legend className={controls.label}>{legend}</legend>
        {lengths.map((length) => (
          <label key={length} className={styles.choice}>
            <input
              type="radio"
              name="length"
              value={length}
              required
              aria-invalid={error ? true : undefined}
              defaultChecked={posted?.values.length === length}
            />
            {t(`protection.${name}_${length}`)}
          </label>
        ))}
      </fieldset>
      <FieldError id={`${name}-length-error`} text={error} />
    </div>
  );
}

/** Never ticked in advance, also in a refused form. */
function Agreement({ t, name, posted, children }: ChoiceProps & { readonly children: ReactNode }) {
  const error = posted?.errors.agreed ? t('protection.agreeRequired') : undefined;
  return (
    <div className={controls.field}>
      <label className={controls.check}>
        <input
          type="checkbox"
          name="agreed"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-agreed-error` : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${name}-agreed-error`} text={error} />
    </div>
  );
}

function FieldError({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className={controls.error} id={id} role="alert">
      <Icon name="triangle-alert" small />
      {text}
    </p>
  );
}
