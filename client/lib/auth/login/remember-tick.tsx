import type { Translate } from '../../../../shared/i18n/translate.ts';
import controls from '../../../styles/controls.module.css';
import { useRemembered } from '../remembered.ts';
import type { FormValues } from '../use-form.ts';

/** Ticked where this browser remembers somebody; unticking makes it forget with the sign-in. */
export function RememberTick({ t, values }: { readonly t: Translate; readonly values: FormValues }) {
  const { account, phone } = useRemembered();
  const ticked = values.remember !== undefined || account !== '' || phone !== null;
  return (
    <label className={controls.check}>
      {/* A box from the server's HTML keeps its state, whatever its default becomes. */}
      <input key={String(ticked)} type="checkbox" name="remember" defaultChecked={ticked} />
      <span>{t('auth.remember')}</span>
    </label>
  );
}
