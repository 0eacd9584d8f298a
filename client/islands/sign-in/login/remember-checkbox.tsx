import type { Translate } from '../../../../shared/i18n/translate.ts';
import controls from '../../../ui/controls.module.css';
import { useRememberedLogin } from '../remembered-login.ts';
import type { FormValues } from '../use-form.ts';

/** Checked if this browser remembers a login. Unchecking it removes the stored login at the sign-in. */
export function RememberCheckbox({ t, values }: { readonly t: Translate; readonly values: FormValues }) {
  const { account, phone } = useRememberedLogin();
  const ticked = values.remember !== undefined || account !== '' || phone !== null;
  return (
    <label className={controls.check}>
      {/* A checkbox from the server's HTML keeps its state when its default changes. */}
      <input key={String(ticked)} type="checkbox" name="remember" defaultChecked={ticked} />
      <span>{t('auth.remember')}</span>
    </label>
  );
}
