import { type FormEvent, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { formAction } from '../../page/paths.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import styles from './header-bar.module.css';

/**
 * Wide screens: user name and password in the header. All else that a sign-in needs continues in the dialog, with what
 * was typed; an incomplete form opens it too.
 */
export function HeaderSignIn({ t, here }: { readonly t: Translate; readonly here: string }) {
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    // Without Web Crypto the portal seals the form, as it does without script.
    if (!globalThis.crypto?.subtle) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const { signInFromHeader } = await import('../sign-in/sign-in-from-header.ts');
    if (!(await signInFromHeader(new FormData(form)))) setBusy(false);
  };
  return (
    <form className={styles.signIn} method="post" action={formAction('session.login')} onSubmit={(event) => void onSubmit(event)}>
      <input type="hidden" name="back" value={here} />
      <input
        className={`${controls.input} ${styles.input}`}
        name="username"
        aria-label={t('auth.username')}
        placeholder={t('auth.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
      <input
        className={`${controls.input} ${styles.input}`}
        type="password"
        name="password"
        aria-label={t('auth.password')}
        placeholder={t('auth.password')}
        autoComplete="current-password"
        maxLength={256}
      />
      <Button type="submit" variant="ghost" busy={busy} aria-disabled={busy || undefined}>
        {t('header.login')}
      </Button>
    </form>
  );
}
