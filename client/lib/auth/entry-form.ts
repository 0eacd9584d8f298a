import type { Translate } from '../../../shared/i18n/translate.ts';
import type { FormView, ModalHostProps } from './props.ts';

/** What every dialog about getting in is given. */
export interface EntryFormProps {
  readonly t: Translate;
  readonly host: Omit<ModalHostProps, 'next'>;
  /** What a post without script came back with, of whatever form; look at its `call`. */
  readonly form: FormView | null;
  /** Where to go on to; null: stay on the page. */
  readonly next: string | null;
  /** Where a post without script comes back to. */
  readonly back: string;
}

/** The posted form, when it is one of these calls. */
export function formOf(form: FormView | null, ...calls: readonly string[]): FormView | null {
  return form && calls.includes(form.call) ? form : null;
}
