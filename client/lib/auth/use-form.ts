import { type FormEvent, useRef, useState } from 'react';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { canSeal, problemText } from '../call.ts';
import type { FormView } from '../island-props.ts';

export type FieldErrors = Readonly<Record<string, string>>;

export interface FormOptions<Value> {
  readonly t: Translate;
  /** What the form came back with from a post without script. */
  readonly posted: FormView | null;
  /** Texts under the fields; none lets the form go. */
  readonly check: (values: Readonly<Record<string, string>>) => FieldErrors | Promise<FieldErrors>;
  readonly send: (values: Readonly<Record<string, string>>) => Promise<Envelope<Value>>;
  /** The form stays busy until the page is left, when this returns true. */
  readonly done: (value: Value) => boolean;
}

export interface FormControl {
  readonly busy: boolean;
  readonly message: string;
  readonly errors: FieldErrors;
  readonly values: Readonly<Record<string, string>>;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Checks a field that is in error again while it is being corrected. */
  readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form with uncontrolled fields: errors on submit, then live on the fields in error. Without Web Crypto (plain http)
 * an encrypted call cannot be made, so the form is posted as it would be without script.
 */
export function useForm<Value>({ t, posted, check, send, done }: FormOptions<Value>): FormControl {
  const [state, setState] = useState({ busy: false, message: posted?.message ?? '', errors: posted?.errors ?? {} });
  const sending = useRef(false);

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = valuesOf(form);
    const errors = await check(values);
    if (Object.keys(errors).length > 0) return show(form, '', errors);
    if (!canSeal()) return form.submit();
    setState({ busy: true, message: '', errors: {} });
    const answer = await send(values);
    if (answer.success) {
      if (!done(answer.value)) setState({ busy: false, message: '', errors: {} });
      return;
    }
    const refused = Object.entries(answer.errors ?? {}).map(([field, error]) => [field, error.message] as const);
    show(form, refused.length > 0 ? '' : problemText(t, answer), Object.fromEntries(refused));
  }

  function show(form: HTMLFormElement, message: string, errors: FieldErrors): void {
    setState({ busy: false, message, errors });
    const first = [...form.elements].find((field) => (field as HTMLInputElement).name in errors);
    (first as HTMLElement | undefined)?.focus();
  }

  return {
    ...state,
    values: posted?.values ?? {},
    onSubmit(event) {
      event.preventDefault();
      if (sending.current) return;
      sending.current = true;
      void submit(event.currentTarget).finally(() => {
        sending.current = false;
      });
    },
    onInput(event) {
      const { name } = event.target as HTMLInputElement;
      const form = event.currentTarget;
      if (!(name in state.errors)) return;
      void Promise.resolve(check(valuesOf(form))).then((errors) =>
        setState((before) => {
          const { [name]: _, ...others } = before.errors;
          const text = errors[name];
          return { ...before, errors: text ? { ...others, [name]: text } : others };
        }),
      );
    },
  };
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''] as const);
  return Object.fromEntries(entries);
}
