import type { FormEvent, ReactNode } from 'react';
import { formAction } from '../../page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import controls from '../../ui/controls.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import styles from './security.module.css';
import type { Action } from './use-action.ts';

export interface ConfirmActionProps {
  /** Label of the button that opens the question. */
  readonly label: string;
  /** Accessible name with its context, for screen readers. */
  readonly fullLabel?: string;
  readonly text: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly action: Action;
  /** Call of the form without script, and its hidden fields. */
  readonly plainCall: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
}

/** A button that asks for confirmation before an action that cannot be undone; works without script. */
export function ConfirmAction({ label, fullLabel, text, confirm, danger, action, plainCall, fields, onConfirm }: ConfirmActionProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <details className={styles.ask}>
      <summary className={classNames(controls.button, controls.outline, controls.dense)} aria-label={fullLabel}>
        {label}
      </summary>
      <form className={styles.question} method="post" action={formAction(plainCall)} onSubmit={submit} aria-busy={action.busy}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>{text}</p>
        <FormMessage text={action.problem} />
        <Button type="submit" dense variant={danger ? 'danger' : 'primary'} busy={action.busy} aria-disabled={action.busy || undefined}>
          {confirm}
        </Button>
      </form>
    </details>
  );
}
