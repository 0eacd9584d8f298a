import { parseSync, Visitor } from 'vite';
import { isTestFile } from './platform-layers.ts';

/** Lines of the longest function. */
export const MOST_LINES = 80;

/** Lines of functions by name, by file. */
export type FunctionLengths = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface MeasuredFunction {
  /** Of the function, or of the variable or property that holds it; `anonymous` for others. */
  readonly name: string;
  readonly lines: number;
}

/** All functions of a file, with the lines from the first to the last character of each. */
export function functionsOf(file: string, source: string): readonly MeasuredFunction[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const names = new Map<object, string>();
  const found: MeasuredFunction[] = [];
  const nameOf = (node: { readonly type: string; readonly name?: unknown }) => (typeof node.name === 'string' ? node.name : 'anonymous');
  const measure = (node: { readonly start: number; readonly end: number; readonly id?: { readonly name: string } | null }) => {
    const name = node.id?.name ?? names.get(node) ?? 'anonymous';
    found.push({ name, lines: source.slice(node.start, node.end).split('\n').length });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => init && void names.set(init, nameOf(id)),
    Property: ({ key, value }) => void names.set(value, nameOf(key)),
    MethodDefinition: ({ key, value }) => void names.set(value, nameOf(key)),
    PropertyDefinition: ({ key, value }) => value && void names.set(value, nameOf(key)),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return found;
}

/** Tests are lists of cases, and a migration is one list of statements: neither is measured. */
export function isMeasured(file: string, name: string): boolean {
  return !isTestFile(file) && !(name === 'up' && file.includes('/migrations/'));
}

/** A text for each function that is too long, and for each entry of `listed` that is no longer needed. */
export function lengthProblems(files: ReadonlyMap<string, readonly MeasuredFunction[]>, listed: FunctionLengths): readonly string[] {
  const tooLong = [...files].flatMap(([file, functions]) =>
    functions
      .filter(({ name, lines }) => isMeasured(file, name) && lines > (listed[file]?.[name] ?? MOST_LINES))
      .map(({ name, lines }) => `${file} ${name}: ${lines} lines, at most ${listed[file]?.[name] ?? MOST_LINES}`),
  );
  const notNeeded = Object.entries(listed).flatMap(([file, lengths]) =>
    Object.keys(lengths)
      .filter((name) => !files.get(file)?.some((one) => one.name === name && one.lines > MOST_LINES))
      .map((name) => `${file} ${name}: remove the entry, the function has at most ${MOST_LINES} lines or is gone`),
  );
  return [...tooLong, ...notNeeded];
}
