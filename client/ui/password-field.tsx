import { type KeyboardEvent, useState } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

/** A password field with a show button and a caps lock hint. Pasting and password managers work. */
export function PasswordField({ t, ...field }: Omit<FieldProps, 'children' | 'type'> & { readonly t: Translate }) {
  const [visible, setVisible] = useState(false);
  const [caps, setCaps] = useState(false);
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    <Field
      {...field}
      type={visible ? 'text' : 'password'}
      hint={caps ? t('auth.capsLock') : field.hint}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCaps(false)}
    >
      <button
        type="button"
        aria-label={t(visible ? 'auth.hidePassword' : 'auth.showPassword')}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        <Icon name={visible ? 'eye-off' : 'eye'} />
      </button>
    </Field>
  );
}
