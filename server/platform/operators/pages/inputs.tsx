import { useContext, useId } from 'react';
import { paidDecimals } from '../../../../shared/money/paid-decimals.ts';
import { zonedText } from '../../../../shared/time.ts';
import { PageContext, useField } from './submitted-form.tsx';
import { tx } from './texts.ts';

export interface InputProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  readonly type?: 'text' | 'password' | 'search' | 'datetime-local' | 'number';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly rows?: number;
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'decimal';
}

/** A text field, or a text area of `rows` lines. Passwords are never prefilled. */
export function Input({ name, label, hint, value, rows, type = 'text', required = true, ...more }: InputProps) {
  const id = useId();
  const field = useField(name, value);
  const common = { id, name, required, ...more, ...described(id, hint, field.error), autoFocus: field.focused };
  const displayedValue = type === 'password' ? undefined : field.value;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows ? (
        <textarea rows={rows} defaultValue={displayedValue} {...common} />
      ) : (
        <input type={type} defaultValue={displayedValue} {...common} />
      )}
      <FieldNotes id={id} hint={hint} error={field.error} />
    </div>
  );
}

/** A field for an amount: with the keyboard that the currency needs. */
export function AmountInput({
  currency,
  ...more
}: Omit<InputProps, 'inputMode' | 'maxLength' | 'autoComplete'> & { readonly currency: string }) {
  return <Input {...more} inputMode={paidDecimals(currency) === 0 ? 'numeric' : 'decimal'} maxLength={16} autoComplete="off" />;
}

interface TimeInputProps extends Pick<InputProps, 'name' | 'label' | 'hint'> {
  readonly at?: Date | null;
}

/** A time of the merchant's zone; it may be left empty. */
export function TimeInput({ at = null, ...more }: TimeInputProps) {
  const { timeZone } = useContext(PageContext);
  const value = at === null ? '' : zonedText(at, timeZone).slice(0, 16).replace(' ', 'T');
  return <Input {...more} type="datetime-local" required={false} value={value} />;
}

function described(id: string, hint: string | undefined, error: string | undefined) {
  const by = [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ');
  return { 'aria-describedby': by || undefined, 'aria-invalid': error ? true : undefined };
}

function FieldNotes({ id, hint, error }: { readonly id: string; readonly hint: string | undefined; readonly error: string | undefined }) {
  return (
    <>
      {error ? (
        <small id={`${id}-error`} className="error">
          {error}
        </small>
      ) : null}
      {hint ? <small id={`${id}-hint`}>{hint}</small> : null}
    </>
  );
}

interface PictureInputProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly required?: boolean;
}

/** One PNG or JPEG file. Browsers never restore a file field. */
export function PictureInput({ name, label, hint, required = true }: PictureInputProps) {
  const id = useId();
  const { error, focused } = useField(name, undefined);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        type="file"
        id={id}
        name={name}
        {...described(id, hint, error)}
        accept="image/png,image/jpeg"
        required={required}
        // biome-ignore lint/a11y/noAutofocus: an answer to what was just sent; without a script nothing else can go there
        autoFocus={focused}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

const MULTI_ROWS = 8;

export interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly hint?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

export function Select({ name, label, value, hint, options }: SelectProps) {
  const id = useId();
  const field = useField(name, value);
  const more = { ...described(id, hint, field.error), autoFocus: field.focused };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={field.value} {...more}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} hint={hint} error={field.error} />
    </div>
  );
}

/** Several values of a list, sent as fields of one name. `value`: those chosen, with spaces between them. After a refusal they are a list. */
export function MultiSelect({ name, label, value, hint, options }: SelectProps) {
  const id = useId();
  const field = useField(name, value);
  const more = { ...described(id, hint, field.error), autoFocus: field.focused };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} multiple size={MULTI_ROWS} defaultValue={String(field.value ?? '').split(/[\s,]+/)} required {...more}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} hint={hint} error={field.error} />
    </div>
  );
}

/** Whether a correction adds or takes. */
export function Direction() {
  const options = [
    ['up', tx('adjustUp')],
    ['down', tx('adjustDown')],
  ] as const;
  return <Select name="direction" label={tx('adjustWay')} options={options} />;
}

/** Required for every change. */
export function Reason({ hint = tx('reasonHint') }: { readonly hint?: string }) {
  return <Input name="reason" label={tx('reason')} hint={hint} maxLength={200} autoComplete="off" />;
}
