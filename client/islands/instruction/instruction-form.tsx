import { type ReactNode, useId, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { formAction } from '../../page/paths.ts';
import { amountInput } from '../../ui/amount-input.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import display from '../../ui/display.module.css';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import overlays from '../../ui/overlays.module.css';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './instruction.module.css';
import type { InstructionState } from './use-instruction.ts';

interface Part {
  readonly t: Translate;
  readonly form: InstructionState;
}

interface FormProps {
  readonly form: InstructionState;
  /** Id of the call of the form without script. */
  readonly call: string;
  readonly title: string;
  /** Same-site address after success without script. */
  readonly back: string;
  readonly reference: string;
  readonly children: ReactNode;
}

/** Frame of a form that moves money. */
export function InstructionForm({ form, call, title, back, reference, children }: FormProps) {
  const titleId = useId();
  return (
    <form
      className={`${display.card} ${styles.form}`}
      method="post"
      action={formAction(call)}
      noValidate
      aria-labelledby={titleId}
      aria-busy={form.busy}
      onSubmit={form.submit}
      ref={form.box}
    >
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="reference" value={reference} />
      <FormMessage text={form.problem} />
      {children}
    </form>
  );
}

interface AmountFieldProps extends Omit<Part, 't'> {
  readonly label: string;
  readonly hint: string;
  readonly currency: string;
}

export function AmountField({ form, label, hint, currency }: AmountFieldProps) {
  return (
    <Field
      name="amount"
      label={label}
      value={form.amount}
      onChange={(event) => form.setAmount(event.target.value)}
      error={form.errors.amount}
      hint={hint}
      {...amountInput(currency)}
      autoComplete="off"
      maxLength={16}
      required
    />
  );
}

interface PaymentPasswordProps extends Part {
  /** The locale area with the texts `paymentPassword` and `forgotPayment`. */
  readonly area: string;
  /** Page that sets a new payment password. */
  readonly forgotHref: string;
}

export function PaymentPasswordField({ t, form, area, forgotHref }: PaymentPasswordProps) {
  return (
    <PasswordField
      t={t}
      name="paymentPassword"
      label={t(`${area}.paymentPassword`)}
      hint={
        <a className={controls.link} href={forgotHref}>
          {t(`${area}.forgotPayment`)}
        </a>
      }
      error={form.errors.paymentPassword}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      required
    />
  );
}

export function SendButton({ form, icon, label }: Omit<Part, 't'> & { readonly icon: string; readonly label: string }) {
  return (
    <Button type="submit" variant="primary" icon={icon} busy={form.busy} aria-disabled={form.busy || undefined}>
      {label}
    </Button>
  );
}

interface ConfirmProps extends Part {
  /** The locale area with the texts `confirmTitle`, `confirm` (of an `amount`) and `back`. */
  readonly area: string;
  /** Formatted for display. */
  readonly amount: string;
  readonly text: string;
  /** Summary as pairs of `dt` and `dd`, each in a `div`. */
  readonly children: ReactNode;
}

/** Confirmation before the instruction is sent. */
export function ConfirmInstruction({ t, form, area, amount, text, children }: ConfirmProps) {
  const [opened, setOpened] = useState(false);
  if (form.confirming && !opened) setOpened(true);
  // The dialog is loaded with the first confirmation.
  if (!opened) return null;
  return (
    <Dialog t={t} title={t(`${area}.confirmTitle`)} open={form.confirming} onClose={form.cancelConfirmation}>
      <dl className={styles.facts}>{children}</dl>
      <p>{text}</p>
      <div className={overlays.footer}>
        <Button variant="ghost" onClick={form.cancelConfirmation}>
          {t(`${area}.back`)}
        </Button>
        <Button variant="primary" busy={form.busy} aria-disabled={form.busy || undefined} onClick={form.send} data-first>
          {t(`${area}.confirm`, { amount })}
        </Button>
      </div>
    </Dialog>
  );
}
