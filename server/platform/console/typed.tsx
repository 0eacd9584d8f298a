import { createContext, type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { BaseIssue } from 'valibot';
import { getDotPath } from 'valibot';
import { tx } from './texts.ts';

/** Values of a refused form, or of a form that continues after a preview. */
export interface Typed {
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
  readonly typed?: Typed | undefined;
}

export const PageContext = createContext<PageState>({ at: '' });
/** Values of the surrounding form; undefined in every other form. */
const TypedContext = createContext<Typed | undefined>(undefined);

/** Values of exactly this form. `fixed` are its hidden fields. */
export function useTypedForm(paths: readonly (string | undefined)[], fixed: Readonly<Record<string, string>>): Typed | undefined {
  const { typed } = useContext(PageContext);
  const isThis = typed && paths.includes(typed.to) && Object.entries(fixed).every(([name, value]) => typed.fields[name] === value);
  return isThis ? typed : undefined;
}

export function TypedFields({ typed, children }: { readonly typed: Typed | undefined; readonly children: ReactNode }) {
  return <TypedContext value={typed}>{children}</TypedContext>;
}

export interface FieldState {
  readonly value: string | undefined;
  readonly error: string | undefined;
  /** First field in error; the browser focuses it. */
  readonly focused: boolean;
}

export function useField(name: string, usual: string | undefined): FieldState {
  const typed = useContext(TypedContext);
  if (!typed) return { value: usual, error: undefined, focused: false };
  return {
    value: typed.fields[name] ?? usual,
    error: typed.errors[name],
    focused: Object.keys(typed.errors)[0] === name,
  };
}

/** Whether the content includes the field in error: a collapsed section would hide it and keep it from getting the focus. */
export function useHoldsError(children: ReactNode): boolean {
  const page = useContext(PageContext);
  const typed = useContext(TypedContext);
  if (!page.typed) return false;
  const html = renderToStaticMarkup(
    <PageContext value={page}>
      <TypedContext value={typed}>{children}</TypedContext>
    </PageContext>,
  );
  return / autofocus=""/.test(html);
}

/** The first error of each field, as text. */
export function errorsOf(issues: readonly BaseIssue<unknown>[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[getDotPath(issue) ?? ''] ??= wordsOf(issue);
  return errors;
}

function wordsOf({ type, requirement, input }: BaseIssue<unknown>): string {
  if (input === undefined || (typeof input === 'string' && input.trim() === '')) return tx('fieldMissing');
  if (type === 'max_length') return tx('fieldLong', { max: String(requirement) });
  return type === 'min_length' ? tx('fieldShort', { min: String(requirement) }) : tx('fieldWrong');
}
