import { useState } from 'react';
import { passkeyLogin } from '../../../../shared/api/sign-in/calls.ts';
import { sideOf } from '../../../../shared/rules/sign-in-side.ts';
import { call, canSeal, problemText } from '../../../page/call.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormMessage } from '../../../ui/form-message.tsx';
import styles from '../entry.module.css';
import type { EntryFormProps } from '../entry-form.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { useHydrated } from '../parts/use-hydrated.ts';
import { canUsePasskeys, requestPasskey } from '../passkey.ts';
import { useRememberedLogin } from '../remembered-login.ts';
import { FacebookMark, GoogleMark } from './brand-icons.tsx';
import { FreePlay } from './free-play.tsx';
import { BecomeAgent } from './side.tsx';

/** Other sign-in methods: passkey, another service, play money. */
export function OtherMethods(props: EntryFormProps) {
  const { t, host, next } = props;
  const { passkeyLogin: passkey, google, facebook, freePlay } = host.features;
  if (!passkey && !google && !facebook && !freePlay) return null;
  const start = (service: string) => `/auth/${service}${next ? `?next=${encodeURIComponent(next)}` : ''}`;
  return (
    <div className={styles.ways}>
      <p className={styles.or}>{t('auth.or')}</p>
      {passkey ? <PasskeyButton {...props} /> : null}
      {google ? (
        <ButtonLink href={start('google')}>
          <GoogleMark />
          {t('auth.continueGoogle')}
        </ButtonLink>
      ) : null}
      {facebook ? (
        <ButtonLink href={start('facebook')}>
          <FacebookMark />
          {t('auth.continueFacebook')}
        </ButtonLink>
      ) : null}
      {freePlay ? <FreePlay {...props} begin={false} /> : null}
    </div>
  );
}

/** Hidden if unsupported. In the server's HTML its space is reserved to avoid a layout shift at hydration. */
function PasskeyButton({ t, next }: EntryFormProps) {
  const live = useHydrated();
  const { account } = useRememberedLogin();
  const [{ busy, problem, code }, setState] = useState({ busy: false, problem: '', code: '' });
  if (live && !(canUsePasskeys() && canSeal())) return null;

  async function signIn(): Promise<void> {
    if (busy) return;
    setState({ busy: true, problem: '', code: '' });
    const passkey = await requestPasskey(t);
    if ('problem' in passkey) return setState({ busy: false, problem: passkey.problem, code: '' });
    // A remembered login stays remembered if another method is used.
    const answer = await call(passkeyLogin, { body: { proof: passkey.proof, remember: account !== '', ...sideOf(next) } });
    if (!answer.success) return setState({ busy: false, problem: problemText(t, answer), code: answer.code });
    if (!(await finishSignIn(t, answer.value, next))) setState({ busy: false, problem: '', code: '' });
  }

  return (
    <>
      <Button className={styles.scripted} icon="key-round" busy={busy} aria-disabled={busy || undefined} onClick={() => void signIn()}>
        {t('auth.passkeyLogin')}
      </Button>
      <FormMessage text={problem} />
      <BecomeAgent t={t} code={code} />
    </>
  );
}
