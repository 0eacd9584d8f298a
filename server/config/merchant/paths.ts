import type * as v from 'valibot';

/** One problem: path, value, expectation. */
export interface Problem {
  readonly path: string;
  /** As JSON; empty for a missing value. */
  readonly value: string;
  readonly wanted: string;
}

/** Structure of a valibot schema. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly value?: Shape;
  readonly wrapped?: Shape;
  readonly pipe?: readonly Shape[];
}
type Path = readonly (string | number)[];

const SECRET_NAME = /secret|password|passwd|token|credential|api_?key|private|smtp|database_?url|redis/i;
const SECRET_VALUE = /:\/\/[^/\s@:]*:[^/\s@]+@|-----BEGIN|^(?:sk|pk)_(?:live|test)_/;
const MAX_DISPLAY_LENGTH = 80;
/** Path of the file itself. */
export const WHOLE_FILE = '(file)';

function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    if (!/^[\w$-]+$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

/** A value for display: shortened, and hidden where it could be a secret. */
export function displayValue(value: unknown, name = ''): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value) ?? '';
  if (SECRET_NAME.test(name) || (typeof value === 'string' && SECRET_VALUE.test(value))) return '(hidden)';
  return text.length > MAX_DISPLAY_LENGTH ? `${text.slice(0, MAX_DISPLAY_LENGTH)}…` : text;
}

/** Keys that a schema does not contain: schemas that drop unknown keys would hide a typing error. */
export function unknownKeys(schema: unknown, value: unknown, path: Path = []): readonly Problem[] {
  const shape = schema as Shape;
  if (shape.pipe?.[0] && shape.pipe[0] !== shape) return unknownKeys(shape.pipe[0], value, path);
  if (shape.wrapped) return unknownKeys(shape.wrapped, value, path);
  if (Array.isArray(value)) return shape.item ? value.flatMap((item, index) => unknownKeys(shape.item, item, [...path, index])) : [];
  if (!isObject(value)) return [];
  if (shape.type === 'record') return Object.entries(value).flatMap(([key, child]) => unknownKeys(shape.value, child, [...path, key]));
  const { entries } = shape;
  if (!entries) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const known = entries[key];
    if (known) return unknownKeys(known, child, [...path, key]);
    const at = pathText([...path, key]);
    return [{ path: at, value: displayValue(child, key), wanted: wantedOfUnknown(at, key, Object.keys(entries)) }];
  });
}

/** Keys of earlier versions, by path, with the one that has their meaning now. */
const RENAMED: Readonly<Record<string, string>> = {
  'settings.features.usernameRegister': 'settings.registration.usernameRegister',
  'settings.features.mobileRegister': 'settings.registration.mobileRegister',
  'settings.features.mobileWithPassword': 'settings.registration.mobileWithPassword',
};

function wantedOfUnknown(path: string, key: string, known: readonly string[]): string {
  if (RENAMED[path]) return `removed: this is \`${RENAMED[path]}\` now, the only switch`;
  if (SECRET_NAME.test(key)) return 'removed: secrets come from the environment only';
  return `removed: there is no such key here, only ${known.join(', ')}`;
}

/** Texts at any depth that contain a password or a key. */
export function secretsIn(value: unknown, path: Path = []): readonly Problem[] {
  if (typeof value === 'string')
    return SECRET_VALUE.test(value)
      ? [{ path: pathText(path), value: '(hidden)', wanted: 'free of secrets: they come from the environment only' }]
      : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => secretsIn(item, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, child]) => secretsIn(child, [...path, key])) : [];
}

/** Converts valibot's issues. */
export function issueProblems(issues: readonly v.BaseIssue<unknown>[], parentPath: Path = []): readonly Problem[] {
  return issues.map((issue) => problemOf(issue, parentPath));
}

function problemOf(issue: v.BaseIssue<unknown>, parentPath: Path): Problem {
  const path = [...parentPath, ...(issue.path ?? []).map(({ key }) => key as string | number)];
  const name = String(path.at(-1) ?? '');
  return { path: pathText(path) || WHOLE_FILE, value: displayValue(issue.input, name), wanted: wantedOf(issue) };
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  strict_object: 'an object',
  record: 'an object',
  integer: 'a whole number',
  non_empty: 'not empty',
  iso_timestamp: 'an instant such as 2026-11-01T02:00:00Z',
};
/** Expectations of the platform's own schema checks, by their message. */
const CHECKS: Readonly<Record<string, string>> = {
  origin: 'https:// and a host name, without a path',
  'time zone': 'a time zone such as Asia/Bangkok',
  pattern: 'a regular expression that needs linear time',
  amount: 'an amount as text, such as "20" or "12.50"',
  ladder: 'a ladder: the first level from 0, each later one from more, no name twice',
};

function wantedOf(issue: v.BaseIssue<unknown>): string {
  const { type, message, expected } = issue;
  if (CHECKS[message]) return CHECKS[message];
  if (!message.startsWith('Invalid')) return message;
  if (issue.input === undefined) return 'given';
  if (type === 'min_value') return `at least ${expected?.slice(2)}`;
  if (type === 'max_value') return `at most ${expected?.slice(2)}`;
  if (type === 'min_length') return `of at least ${countOf(issue)}`;
  if (type === 'max_length') return `of at most ${countOf(issue)}`;
  return TYPES[type] ?? `${expected ?? 'something else'}`.replaceAll(' | ', ' or ');
}

/** The number of the limit, with characters or entries. */
function countOf({ expected, input }: v.BaseIssue<unknown>): string {
  return `${expected?.slice(2)} ${typeof input === 'string' ? 'characters' : 'entries'}`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
