import { useEffect, useState } from 'react';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { type FieldRule, lengthText } from '../../../../shared/rules/check-field.ts';
import { preparePatterns } from '../../../../shared/rules/patterns.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import styles from '../auth.module.css';
import { passwordRequirements } from '../password-requirements.ts';

export interface NewPasswordFieldProps {
  readonly t: Translate;
  readonly rule: FieldRule;
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
}

/** A new password with the requirements that it meets so far. */
export function NewPasswordField({ t, rule, name, label, error }: NewPasswordFieldProps) {
  const [typed, setTyped] = useState('');
  const { acceptedPattern } = rule;
  useEffect(() => void preparePatterns([acceptedPattern]), [acceptedPattern]);
  const length = lengthText(rule);
  const ticks = passwordRequirements(rule, typed).map(({ key, met }) => ({
    key,
    met,
    text: key === 'tickRule' ? t(`errors.rule_${rule.patternId}`, { length }) : t(`auth.${key}`, { length }),
  }));
  // The error has the text of the only requirement: it is shown in its place.
  const replaced = ticks.every(({ text }) => text === error);
  return (
    <div className={styles.withTicks}>
      <PasswordField
        t={t}
        name={name}
        label={label}
        hint={replaced ? error : undefined}
        error={error}
        autoComplete="new-password"
        maxLength={rule.maxLength}
        required
        onChange={(event) => setTyped(event.target.value)}
      />
      {replaced ? null : (
        <ul className={styles.ticks}>
          {ticks.map(({ key, met, text }) => (
            <li key={key} data-met={met || undefined}>
              <Icon name={met ? 'circle-check' : 'circle-dot'} small />
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
