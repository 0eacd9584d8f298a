import { parseAst } from 'vite';

export interface Found {
  readonly line: number;
  readonly kind: 'identifier' | 'comment' | 'log' | 'title' | 'error' | 'note';
  readonly text: string;
}

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Literals may contain what looks like a comment. */
const LITERALS = new Set(['Literal', 'TemplateElement', 'JSXText']);
const TEST_CALLS = new Set(['test', 'it', 'describe']);
/** `new StartFailure('text')`. */
const ERROR_CLASS = /(?:Error|Failure|Refused)$/;
/** Functions, variables and properties with a text that operators read: `addNote(…, 'text')`, `{ note: 'text' }`. */
const NOTE_NAME = /(?:^note|Note|^broken|Problem|^problem|Failure|^failure)(?:Text|Proof)?s?$/;
const LOG_METHODS = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace']);

/**
 * Identifiers that a file declares or uses, its comments, the texts that it logs, its test titles, and the texts of its errors and
 * notes, where they are written next to the name that shows this. Import specifiers of packages are included.
 */
export function readWords(source: string, lang: 'ts' | 'tsx' | 'js'): readonly Found[] {
  const found: Found[] = [];
  const literals: AstNode[] = [];
  const lineOf = createLineOf(source);
  walk(parseAst(source, { lang }) as unknown as AstNode, (node) => {
    if (LITERALS.has(node.type)) literals.push(node);
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
      found.push({ line: lineOf(node.start), kind: 'identifier', text: String(node.name) });
    for (const text of loggedTexts(node)) found.push({ line: lineOf(node.start), kind: 'log', text });
    for (const text of errorTexts(node)) found.push({ line: lineOf(node.start), kind: 'error', text });
    for (const text of noteTexts(node)) found.push({ line: lineOf(node.start), kind: 'note', text });
    for (const text of testTitles(node)) found.push({ line: lineOf(node.start), kind: 'title', text });
  });
  for (const { index, text } of comments(source, literals)) found.push({ line: lineOf(index), kind: 'comment', text });
  return found;
}

function walk(node: AstNode, visit: (node: AstNode) => void): void {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** `log.warn({ … }, 'text')`, with any receiver whose name ends in log or logger. */
function loggedTexts(node: AstNode): readonly string[] {
  const callee = node.callee;
  if (node.type !== 'CallExpression' || !isNode(callee) || !isNode(callee.property)) return [];
  if (!LOG_METHODS.has(String(callee.property.name)) || !/log(?:ger)?$/i.test(nameOf(callee.object))) return [];
  return (node.arguments as readonly AstNode[]).flatMap(textsOf);
}

/** `new Error('text')`, with any class whose name says that it is an error. */
function errorTexts({ type, callee, arguments: values }: AstNode): readonly string[] {
  if (type !== 'NewExpression' || !ERROR_CLASS.test(nameOf(callee))) return [];
  return (values as readonly AstNode[]).flatMap(partsOf);
}

function noteTexts(node: AstNode): readonly string[] {
  if (node.type === 'CallExpression' && NOTE_NAME.test(nameOf(node.callee))) return (node.arguments as readonly AstNode[]).flatMap(partsOf);
  const [name, value] = node.type === 'Property' ? [node.key, node.value] : node.type === 'VariableDeclarator' ? [node.id, node.init] : [];
  return isNode(value) && NOTE_NAME.test(nameOf(name)) ? partsOf(value) : [];
}

/** The texts of an expression: of both sides of a choice or a sum, and of the values in a template. */
function partsOf(node: AstNode): readonly string[] {
  const { type, consequent, alternate, left, right, expressions } = node;
  if (type === 'ConditionalExpression') return [consequent, alternate].filter(isNode).flatMap(partsOf);
  if (type === 'BinaryExpression' || type === 'LogicalExpression') return [left, right].filter(isNode).flatMap(partsOf);
  if (type === 'TemplateLiteral') return [...textsOf(node), ...(expressions as readonly AstNode[]).flatMap(partsOf)];
  return textsOf(node);
}

/** The title of `test`, `it` or `describe`, with `each` too; of the rows of `each`, the first text or the text itself. */
function testTitles(node: AstNode): readonly string[] {
  if (node.type !== 'CallExpression' || !isNode(node.callee) || !TEST_CALLS.has(rootName(node.callee))) return [];
  const [first] = node.arguments as readonly AstNode[];
  if (!first) return [];
  const isEach = isNode(node.callee.property) && node.callee.property.name === 'each';
  if (!isEach || first.type !== 'ArrayExpression') return textsOf(first);
  return (first.elements as readonly AstNode[]).flatMap((row) => {
    const label = row.type === 'ArrayExpression' ? (row.elements as readonly AstNode[])[0] : row;
    return label ? textsOf(label) : [];
  });
}

/** `test` of `test.skip.each([])`. */
function rootName(callee: AstNode): string {
  if (callee.type === 'Identifier') return String(callee.name);
  const inner = callee.type === 'MemberExpression' ? callee.object : callee.callee;
  return isNode(inner) ? rootName(inner) : '';
}

function textsOf({ type, value, quasis }: AstNode): readonly string[] {
  if (type === 'Literal' && typeof value === 'string') return [value];
  if (type !== 'TemplateLiteral') return [];
  return (quasis as readonly { readonly value: { readonly raw: string } }[]).map((part) => part.value.raw);
}

function nameOf(receiver: unknown): string {
  if (!isNode(receiver)) return '';
  return String(receiver.name ?? (isNode(receiver.property) ? receiver.property.name : ''));
}

function comments(source: string, literals: readonly AstNode[]): readonly { readonly index: number; readonly text: string }[] {
  let code = source;
  for (const { start, end } of literals) code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  return [...code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map(({ index }) => {
    const text = /^\/\*[\s\S]*?\*\/|^\/\/.*/.exec(source.slice(index))?.[0] ?? '';
    return { index, text };
  });
}

function createLineOf(source: string): (index: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (index) => {
    const next = starts.findIndex((start) => start > index);
    return next === -1 ? starts.length : next;
  };
}
