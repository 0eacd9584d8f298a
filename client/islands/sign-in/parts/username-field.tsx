import type { Translate } from '../../../../shared/i18n/translate.ts';
import { Field } from '../../../ui/field.tsx';

interface UsernameFieldProps {
  readonly t: Translate;
  readonly value: string | undefined;
  readonly error: string | undefined;
}

/** User name of an existing account. */
export function UsernameField({ t, value, error }: UsernameFieldProps) {
  return (
    <Field
      name="username"
      label={t('auth.username')}
      defaultValue={value}
      error={error}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
    />
  );
}
