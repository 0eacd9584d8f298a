import type { Translate } from '../../../shared/i18n/translate.ts';
import type { FormView, ModalHostProps } from './props.ts';

/** Props of every sign-in and registration dialog. */
export interface EntryFormProps {
  readonly t: Translate;
  readonly host: Omit<ModalHostProps, 'next'>;
  /** Result of a form posted without script; `call` names the form. */
  readonly form: FormView | null;
  /** Target after success; null: stay on the page. */
  readonly next: string | null;
  /** Page that shows the result of a post without script. */
  readonly back: string;
}

/** The posted form, if it belongs to one of these calls. */
export function formOf(form: FormView | null, ...calls: readonly string[]): FormView | null {
  return form && calls.includes(form.call) ? form : null;
}
