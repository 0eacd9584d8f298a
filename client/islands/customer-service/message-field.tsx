import type { ReactNode, Ref } from 'react';
import controls from '../../ui/controls.module.css';
import { Icon } from '../../ui/icon.tsx';
import styles from './message-field.module.css';

export interface MessageFieldProps {
  readonly label: string;
  readonly text: string;
  readonly error: string;
  /** Maximum length, or remaining characters. */
  readonly hint: ReactNode;
  readonly tooLong?: boolean;
  readonly field?: Ref<HTMLTextAreaElement>;
  readonly onChange?: (text: string) => void;
}

/** Text of a message to customer service. It has no `maxLength`, because browsers then cut pasted text silently. */
export function MessageField({ label, text, error, hint, tooLong = false, field, onChange }: MessageFieldProps) {
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor="feedback-content">
        {label}
      </label>
      <textarea
        className={controls.input}
        id="feedback-content"
        name="content"
        rows={6}
        required
        {...(field && { ref: field })}
        defaultValue={text}
        onChange={onChange && ((event) => onChange(event.target.value))}
        aria-invalid={error !== '' || tooLong ? true : undefined}
        aria-describedby="feedback-hint feedback-error"
      />
      <p className={styles.hint} id="feedback-hint" data-over={tooLong || undefined}>
        {hint}
      </p>
      <p className={controls.error} id="feedback-error" aria-live="polite">
        {error ? (
          <>
            <Icon name="triangle-alert" small />
            {error}
          </>
        ) : null}
      </p>
    </div>
  );
}
