import { createContext, type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { BaseIssue } from 'valibot';
import { getDotPath } from 'valibot';
import { tx } from './texts.ts';

/** Values of a refused form, or of a form that continues after a preview. */
export interface SubmittedForm {
  /** Path of the form below `/console`. */
  readonly to: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Errors by field name, in field order; under '' errors without a field. */
  readonly errors: Readonly<Record<string, string>>;
}

/** State of the displayed page. Forms send its address, so that a refused form is shown on the same page. */
export interface PageState {
  /** Path and query below `/console`. */
  readonly at: string;
  readonly submitted: SubmittedForm | undefined;
  /** Of the merchant, for every time on the page. */
  readonly timeZone: string;
}

export const PageContext = createContext<PageState>({ at: '', submitted: undefined, timeZone: 'UTC' });
/** Values of the surrounding form; undefined in every other form. */
const SubmittedFormContext = createContext<SubmittedForm | undefined>(undefined);

/** Values of exactly this form. `fixed` are its hidden fields. */
export function useSubmittedForm(
  paths: readonly (string | undefined)[],
  fixed: Readonly<Record<string, string>>,
): SubmittedForm | undefined {
  const { submitted } = useContext(PageContext);
  const isSameForm =
    submitted && paths.includes(submitted.to) && Object.entries(fixed).every(([name, value]) => submitted.fields[name] === value);
  return isSameForm ? submitted : undefined;
}

export function SubmittedFields({ submitted, children }: { readonly submitted: SubmittedForm | undefined; readonly children: ReactNode }) {
  return <SubmittedFormContext value={submitted}>{children}</SubmittedFormContext>;
}

export interface FieldState {
  readonly value: string | undefined;
  readonly error: string | undefined;
  /** First field in error; the browser focuses it. */
  readonly focused: boolean;
}

export function useField(name: string, defaultValue: string | undefined): FieldState {
  const submitted = useContext(SubmittedFormContext);
  if (!submitted) return { value: defaultValue, error: undefined, focused: false };
  return {
    value: submitted.fields[name] ?? defaultValue,
    error: submitted.errors[name],
    focused: Object.keys(submitted.errors)[0] === name,
  };
}

/** Whether the content includes the field in error: a collapsed section would hide it and keep it from getting the focus. */
export function useContainsError(children: ReactNode): boolean {
  const page = useContext(PageContext);
  const submitted = useContext(SubmittedFormContext);
  if (!page.submitted) return false;
  const html = renderToStaticMarkup(
    <PageContext value={page}>
      <SubmittedFormContext value={submitted}>{children}</SubmittedFormContext>
    </PageContext>,
  );
  return / autofocus=""/.test(html);
}

/** The first error of each field, as text. */
export function errorsOf(issues: readonly BaseIssue<unknown>[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[getDotPath(issue) ?? ''] ??= issueText(issue);
  return errors;
}

function issueText({ type, requirement, input, message }: BaseIssue<unknown>): string {
  if (message === 'amount' && input !== '') return tx('amountWrong');
  if (input === undefined || (typeof input === 'string' && input.trim() === '')) return tx('fieldMissing');
  if (type === 'max_length') return tx('fieldLong', { max: String(requirement) });
  return type === 'min_length' ? tx('fieldShort', { min: String(requirement) }) : tx('fieldWrong');
}
