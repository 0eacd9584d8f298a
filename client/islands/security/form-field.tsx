import { useId } from 'react';
import controls from '../../ui/controls.module.css';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { FormFieldView } from './props.ts';

interface FormFieldProps {
  readonly field: FormFieldView;
  readonly error: string | undefined;
}

export function FormField({ field, error }: FormFieldProps) {
  const { name, type, label, value, hint, maxLength, autoComplete, required, secret } = field;
  if (type === 'hidden') return <input type="hidden" name={name} value={value} />;
  if (type === 'tick') return <Tick field={field} />;
  if (type === 'select') return <Choice field={field} error={error} />;
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      error={error}
      type={secret ? 'password' : type === 'date' ? 'date' : 'text'}
      inputMode={type === 'digits' ? 'numeric' : undefined}
      autoComplete={autoComplete ?? 'off'}
      maxLength={maxLength}
      required={required}
      defaultValue={value}
    />
  );
}

function Tick({ field: { name, label, value, hint } }: { readonly field: FormFieldView }) {
  const id = useId();
  return (
    <div className={controls.field}>
      <label className={controls.check}>
        <input type="checkbox" name={name} defaultChecked={value === 'true'} aria-describedby={hint ? id : undefined} />
        <span>{label}</span>
      </label>
      {hint ? (
        <p className={controls.hint} id={id}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

function Choice({ field: { name, label, value, options = [], required }, error }: FormFieldProps) {
  const id = useId();
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <select
        className={controls.input}
        id={id}
        name={name}
        defaultValue={value}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
      >
        {options.map((group) => (
          <optgroup key={group.group} label={group.group}>
            {group.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
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
