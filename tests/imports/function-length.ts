import { parseSync, Visitor } from 'vite';
import { isTestFile } from './platform-layers.ts';

/** Lines of the longest function. */
const MAX_LINES = 80;

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
function isMeasured(file: string, name: string): boolean {
  return !isTestFile(file) && !(name === 'up' && file.includes('/migrations/'));
}

/** A text for each function that is too long. */
export function lengthProblems(files: ReadonlyMap<string, readonly MeasuredFunction[]>): readonly string[] {
  return [...files].flatMap(([file, functions]) =>
    functions
      .filter(({ name, lines }) => isMeasured(file, name) && lines > MAX_LINES)
      .map(({ name, lines }) => `${file} ${name}: ${lines} lines, at most ${MAX_LINES}`),
  );
}
