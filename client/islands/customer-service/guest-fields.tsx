import type { Translate } from '../../../shared/i18n/translate.ts';
import { textKeys } from '../../runtime/text-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { FormView } from '../sign-in/props.ts';
import { ANOTHER_PICTURE } from './another-picture.ts';
import styles from './guest-fields.module.css';

export const GUEST_TEXTS = textKeys({ contact: 'answerTo answerToHint captcha captchaImage', verify: 'captchaRefresh' });

interface GuestFieldsProps {
  readonly t: Translate;
  readonly captcha: { readonly key: string; readonly image: string };
  readonly form: FormView | null;
}

/** Contact data of a visitor without an account, and the captcha. */
export function GuestFields({ t, captcha, form }: GuestFieldsProps) {
  return (
    <>
      <Field
        name="contact"
        label={t('contact.answerTo')}
        hint={t('contact.answerToHint')}
        optional={t('common.optional')}
        maxLength={120}
        defaultValue={form?.values.contact}
        error={form?.errors.contact}
        autoComplete="email"
      />
      <CaptchaFields t={t} captcha={captcha} form={form} />
    </>
  );
}

/** The captcha of a form that a visitor posts without script. */
export function CaptchaFields({ t, captcha, form }: GuestFieldsProps) {
  return (
    <>
      <input type="hidden" name="captchaKey" value={captcha.key} />
      <img
        className={styles.captcha}
        src={`data:image/png;base64,${captcha.image}`}
        alt={t('contact.captchaImage')}
        width={200}
        height={72}
      />
      <Field
        name="captcha"
        label={t('contact.captcha')}
        error={form?.errors.captcha}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
        required
      />
    </>
  );
}

/**
 * Shows the page again with another picture and the entered text, also without script. It comes after the button that sends the form, because
 * the Enter key presses the first one.
 */
export function AnotherPicture({ t }: Pick<GuestFieldsProps, 't'>) {
  return (
    <Button type="submit" name={ANOTHER_PICTURE} value="1" formNoValidate variant="ghost" dense icon="refresh-cw">
      {t('verify.captchaRefresh')}
    </Button>
  );
}
