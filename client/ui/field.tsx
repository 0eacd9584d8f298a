import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import controls from './controls.module.css';
import { Icon } from './icon.tsx';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly name: string;
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  /** Text after the label of an optional field. */
  readonly optional?: string;
  /** A button inside the field, at its end. */
  readonly children?: ReactNode;
}

/** Label, input, hint and error, associated for assistive technology. */
export function Field({ label, hint, error, optional, children, ...input }: FieldProps) {
  const base = useId();
  const id = input.id ?? `${base}-input`;
  // An error that repeats the hint is shown in its place.
  const replaced = hint !== undefined && hint === error;
  const described = [hint && !replaced && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={controls.field} data-replaced={replaced || undefined}>
      <label className={controls.label} htmlFor={id}>
        {label} {optional ? <span className={controls.optional}>{optional}</span> : null}
      </label>
      <div className={children ? controls.inputRow : undefined}>
        <input
          className={controls.input}
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {children}
      </div>
      {hint && !replaced ? (
        <p className={controls.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <p className={controls.error} id={`${id}-error`} aria-live="polite">
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
