import { useEffect, useRef } from 'react';
import { freePlayLogin } from '../../../../shared/api/sign-in/calls.ts';
import { FREE_PLAY_GATEWAY_VERSION, PLATFORM_WEB } from '../../../../shared/constants.ts';
import { randomHex } from '../../../../shared/random-hex.ts';
import { call } from '../../../page/call.ts';
import { afterFreePlay } from '../../../page/next-path.ts';
import { formAction } from '../../../page/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { FormMessage } from '../../../ui/form-message.tsx';
import styles from '../entry.module.css';
import { type EntryFormProps, formOf } from '../entry-form.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { HumanField } from '../parts/human-field.tsx';
import { useChallenge } from '../parts/use-challenge.ts';
import { type FieldErrors, useForm } from '../use-form.ts';

const RANDOM_BYTES = 16;

export interface FreePlayProps extends EntryFormProps {
  /** The visitor has chosen free play on the page: starts without another click. A required captcha is asked for first. */
  readonly begin: boolean;
}

/** Creates a trial account with play money with one click. */
export function FreePlay({ t, host, form, next, back, begin }: FreePlayProps) {
  const element = useRef<HTMLFormElement>(null);
  const then = afterFreePlay(next, back);
  const challenge = useChallenge('freeplay');
  const posted = formOf(form, 'session.freePlay');
  const control = useForm({
    t,
    posted,
    challenge,
    check: (typed): FieldErrors => (challenge.captchaRequired && !typed.captcha ? { captcha: t('errors.captcha_required') } : {}),
    send: (_, proof) =>
      call(freePlayLogin, {
        body: {
          os: operatingSystem(),
          platform: PLATFORM_WEB,
          random: randomHex(RANDOM_BYTES),
          gatewayVersion: FREE_PLAY_GATEWAY_VERSION,
          ...proof,
        },
      }),
    onSuccess: (value) => finishSignIn(t, value, then),
  });
  useEffect(() => {
    if (begin) element.current?.requestSubmit();
  }, [begin]);
  return (
    <form
      ref={element}
      className={styles.ways}
      method="post"
      action={formAction('session.freePlay')}
      data-trial=""
      noValidate
      aria-busy={control.busy}
      onSubmit={control.onSubmit}
      onInput={control.onInput}
    >
      <input type="hidden" name="back" value={then} />
      {challenge.captchaRequired || posted ? (
        <HumanField t={t} challenge={challenge} posted={posted ? host.captcha : null} error={control.errors.captcha} />
      ) : null}
      <FormMessage text={control.message} />
      <Button type="submit" icon="play" wide busy={control.busy} aria-disabled={control.busy || undefined}>
        {t('auth.freePlay')}
      </Button>
    </form>
  );
}

function operatingSystem(): string {
  const { userAgentData } = navigator as { userAgentData?: { readonly platform?: string } };
  return (userAgentData?.platform || navigator.platform || 'unknown').slice(0, 64);
}
