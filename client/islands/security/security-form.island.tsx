import { type FormEvent, useRef, useState } from 'react';
import type { ClientCall } from '../../../shared/api/client-call.ts';
import { paymentPasswordChange, payoutAdd } from '../../../shared/api/payout-accounts/calls.ts';
import { profileAppearance, profileUpdate } from '../../../shared/api/profile/calls.ts';
import { canSeal, problemText } from '../../page/call.ts';
import { go } from '../../page/go.ts';
import { formAction } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import { callConfirmed, wasCancelled } from '../sign-in/call-confirmed.ts';
import { FormField } from './form-field.tsx';
import type { FormCall, FormFieldView, SecurityFormProps } from './props.ts';
import styles from './security.module.css';

const CALLS: Readonly<Record<FormCall, ClientCall>> = {
  'payment.change': paymentPasswordChange,
  'payout.add': payoutAdd,
  'profile.update': profileUpdate,
  'profile.appearance': profileAppearance,
};
type Errors = Readonly<Record<string, string>>;

/** A form that changes data of the member. Asks for a confirmation if the call requires one. */
export default function SecurityForm(props: SecurityFormProps & IslandContext) {
  const { t, call, title, text, fields, submit, form, successPath, doneText } = props;
  const [state, setState] = useState({ busy: false, problem: form?.message ?? '', errors: (form?.errors ?? {}) as Errors });
  const element = useRef<HTMLFormElement>(null);
  const id = `form-${call.replace('.', '-')}`;

  async function send(target: HTMLFormElement): Promise<void> {
    setState({ busy: true, problem: '', errors: {} });
    const answer = await callConfirmed(CALLS[call], { body: bodyOf(fields, new FormData(target)) as never });
    if (answer.success) return go(successPath);
    const errors = Object.fromEntries(Object.entries(answer.errors ?? {}).map(([name, { message }]) => [name, message]));
    const problem = wasCancelled(answer) ? '' : problemText(t, answer);
    setState({ busy: false, problem, errors });
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Without Web Crypto the portal seals the form, as it does without script.
    if (CALLS[call].encrypted && !canSeal()) return;
    event.preventDefault();
    if (!state.busy) void send(event.currentTarget);
  };

  return (
    <section className={`${display.card} ${styles.card}`} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {text ? <p>{text}</p> : null}
      {doneText && !state.problem ? <FormMessage kind="done" text={doneText} /> : null}
      <FormMessage text={state.problem} />
      <form
        ref={element}
        className={styles.form}
        method="post"
        action={formAction(call)}
        noValidate
        aria-busy={state.busy}
        onSubmit={onSubmit}
      >
        <input type="hidden" name="back" value={successPath} />
        {fields.map((field) => (
          <FormField key={field.name} field={withPostedValue(field, form?.values)} error={state.errors[field.name]} />
        ))}
        <Button type="submit" variant="primary" busy={state.busy} aria-disabled={state.busy || undefined}>
          {submit}
        </Button>
      </form>
    </section>
  );
}

function bodyOf(fields: readonly FormFieldView[], data: FormData): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, type, value }) => {
      if (type === 'tick') return [name, data.has(name)];
      return [name, type === 'hidden' && value === 'true' ? true : String(data.get(name) ?? '').trim()];
    }),
  );
}

/** Adds the value posted without script. */
function withPostedValue(field: FormFieldView, values: Readonly<Record<string, string>> | undefined): FormFieldView {
  if (!values || field.type === 'hidden') return field;
  if (field.type === 'tick') return { ...field, value: values[field.name] ? 'true' : '' };
  return { ...field, value: values[field.name] ?? field.value };
}
