import { useEffect, useState } from 'react';
import { stepState } from '../../../shared/api/sign-in/calls.ts';
import { call, problemText } from '../../page/call.ts';
import { entryHref } from '../../page/paths.ts';
import controls from '../../ui/controls.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import styles from './entry.module.css';
import type { EntryFormProps } from './entry-form.ts';
import type { StepView } from './props.ts';
import { StepProof } from './step/step-proof.tsx';

/** Second step of a sign-in: the reason, the methods, and a way back. */
export function StepForm(props: EntryFormProps) {
  const { t, next } = props;
  const { step, problem } = useStep(props);
  const expired = useExpiry(step);
  return (
    <>
      {step && !expired ? <StepProof {...props} step={step} /> : <FormMessage text={expired ? t('errors.step_expired') : problem} />}
      <div className={styles.foot}>
        <a className={controls.link} href={entryHref('login', next)} data-modal="login">
          {t('auth.backToLogin')}
        </a>
      </div>
    </>
  );
}

/** Given with the sign-in or the page; otherwise loaded from the platform, which finds it by the ticket in a cookie. */
function useStep({ t, host }: EntryFormProps) {
  const [loaded, setLoaded] = useState<{ readonly step: StepView | null; readonly problem: string }>({ step: null, problem: '' });
  const { step } = host;
  useEffect(() => {
    if (step) return;
    void call(stepState).then((answer) => {
      if (answer.success) setLoaded({ step: answer.value.verification, problem: '' });
      else setLoaded({ step: null, problem: answer.code === 'unauthorized' ? t('errors.step_expired') : problemText(t, answer) });
    });
  }, [step, t]);
  return step ? { step, problem: '' } : loaded;
}

/** True after the sign-in has expired. */
function useExpiry(step: StepView | null): boolean {
  const [expired, setExpired] = useState(false);
  const expiresAt = step?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(() => setExpired(true), Math.max(0, Date.parse(expiresAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return expired;
}
