import { createContext, type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { BaseIssue } from 'valibot';
import { getDotPath } from 'valibot';
import { tx } from './texts.ts';

/** What somebody has typed into a form that was refused, or that they go on with after a preview. */
export interface Typed {
  /** Path of the form below `/console`. */
  readonly to: string;
  readonly fields: Readonly<Record<string, string>>;
  /** By name of the field, the first one first; under '' what no single field is to blame for. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The page that is being shown. A form takes its address along: refused, it is shown there again. */
export interface PageState {
  /** Path and query below `/console`. */
  readonly at: string;
  readonly typed?: Typed | undefined;
}

export const PageContext = createContext<PageState>({ at: '' });
/** What was typed into the form around a field; undefined in every other form. */
const TypedContext = createContext<Typed | undefined>(undefined);

/** What was typed into this form and no other of the page. `fixed` are its fields that nobody types. */
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
  /** The first field in error: the browser goes there by itself. */
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

/** Whether the field in error is somewhere in here; what is folded hides it and keeps the focus from it. */
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

/** In words, by field: the first thing that is wrong with each. */
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
