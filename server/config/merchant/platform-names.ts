import * as v from 'valibot';
import { CALLS, callById } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { REFUSAL_CODES } from '../../../shared/codes.ts';
import { displayValue, type Problem } from './paths.ts';

const FIELD_PATH = /^[\w$-]+(?:\.[\w$-]+)*$/;
const WHOLE_VALUE = '.';

const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));
const fieldPath = v.pipe(v.string(), v.regex(FIELD_PATH, 'names joined by dots, such as data.total'));
const answerPath = v.pipe(v.string(), v.regex(/^(?:\.|[\w$-]+(?:\.[\w$-]+)*)$/, 'names joined by dots, or a dot for the whole value'));

const mappedCall = v.strictObject({
  method: v.exactOptional(v.picklist(['GET', 'POST', 'PUT', 'DELETE'], 'GET, POST, PUT or DELETE')),
  path: v.exactOptional(v.pipe(v.string(), v.regex(/^(?:\/[\w.~%-]+)+$/, 'a path such as /api/v3/wallet, without query'))),
  request: v.exactOptional(v.record(v.string(), v.nullable(fieldPath))),
  add: v.exactOptional(v.record(fieldPath, v.union([v.string(), v.number(), v.boolean()]))),
  response: v.exactOptional(v.record(answerPath, fieldPath)),
});

/** The part of a merchant file about a platform with other names than the call table. */
export const platformNames = v.strictObject({
  calls: described(
    v.exactOptional(v.record(v.string(), mappedCall)),
    'By id of the call (`docs/api.md`): its method and path; names of its fields in query and body (`request`; null: not sent); further fields (`add`); where the fields of its value are in the answer (`response`).',
  ),
  refusals: described(
    v.exactOptional(v.record(v.pipe(v.string(), v.nonEmpty('a code or a text')), v.picklist(REFUSAL_CODES, 'a code of `shared/codes.ts`'))),
    'Meaning of a code, a text or a part of a text with which the platform refuses.',
  ),
});
export type PlatformNamesFile = v.InferOutput<typeof platformNames>;

type Shape = { readonly type: string; readonly [property: string]: unknown };

/** Calls and fields that do not exist, and mappings without an effect. */
export function platformProblems({ calls = {} }: PlatformNamesFile): readonly Problem[] {
  const found = Object.entries(calls).flatMap(([id, mapped]) => {
    const at = `platform.calls.${id}`;
    const call = callById(id);
    if (!call) return [{ path: at, value: displayValue(id), wanted: `the id of a call: ${likeliest(id).join(', ')}, … (docs/api.md)` }];
    if (call.answer !== 'envelope')
      return [{ path: at, value: displayValue(id), wanted: 'a call whose answer is an envelope, not a picture or a stream' }];
    return [...requestProblems(at, call, mapped), ...responseProblems(at, call, mapped), ...sameAddress(at, id, mapped, calls)];
  });
  return found;
}

function requestProblems(at: string, call: AnyCall, { request = {} }: NonNullable<PlatformNamesFile['calls']>[string]): readonly Problem[] {
  const known = [...fieldsOf(call.query), ...fieldsOf(call.body), ...SPECIFIED];
  return Object.keys(request)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: `${at}.request.${name}`,
      value: displayValue(request[name]),
      wanted: `a field of ${call.id}: ${list(known)}`,
    }));
}

function responseProblems(
  at: string,
  call: AnyCall,
  { response = {} }: NonNullable<PlatformNamesFile['calls']>[string],
): readonly Problem[] {
  return Object.entries(response).flatMap(([path, from]) => {
    if (path === WHOLE_VALUE) return [];
    let shapes: readonly Shape[] = [call.value as unknown as Shape];
    for (const name of path.split('.')) {
      const entries = shapes.flatMap((shape) => entriesOf(shape));
      shapes = entries.flatMap(([key, shape]) => (key === name ? [shape] : []));
      const wanted = `a field of the value of ${call.id}; here: ${list([...new Set(entries.map(([key]) => key))])}`;
      if (shapes.length === 0) return [{ path: `${at}.response.${path}`, value: displayValue(from), wanted }];
    }
    return [];
  });
}

/** Two calls with one address would get each other's requests. */
function sameAddress(
  at: string,
  id: string,
  mapped: NonNullable<PlatformNamesFile['calls']>[string],
  calls: NonNullable<PlatformNamesFile['calls']>,
): readonly Problem[] {
  const address = (call: AnyCall) => `${calls[call.id]?.method ?? call.method} ${calls[call.id]?.path ?? call.path}`;
  const own = callById(id) as AnyCall;
  if (mapped.path === undefined && mapped.method === undefined) return [];
  // A platform may distinguish calls by a field.
  if (mapped.add !== undefined) return [];
  const other = CALLS.find((call) => call.id !== id && calls[call.id]?.add === undefined && address(call) === address(own));
  return other
    ? [{ path: `${at}.path`, value: displayValue(mapped.path), wanted: `another address than that of ${other.id}, or \`add\`` }]
    : [];
}

/** Parameters that a remote platform gets in addition to the fields of a call. */
const SPECIFIED = [
  ...['url', 'domain', 'merchantCode', 'clientType', 'platform', 'channel', 'merchant', 'pageNo', 'pageSize', 'language', 'isPlatform'],
  ...['count', 'prizeMode', 'device', 'types', 'execution', 'gameType'],
];
const SHOWN = 12;

function list(names: readonly string[]): string {
  return names.length === 0 ? 'it has none' : `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ', …' : ''}`;
}

/** Calls of the same family of ids; otherwise the first ones. */
function likeliest(id: string): readonly string[] {
  const [family] = id.split('.');
  const same = CALLS.filter((call) => call.id.startsWith(`${family}.`)).map((call) => call.id);
  return (same.length > 0 ? same : CALLS.map((call) => call.id)).slice(0, SHOWN);
}

function fieldsOf(schema: unknown): readonly string[] {
  return entriesOf(schema as Shape).map(([name]) => name);
}

/** Fields of an object, of the items of a list, of each form of a union. */
function entriesOf(shape: Shape): readonly (readonly [string, Shape])[] {
  const { pipe, wrapped, item, options, entries } = shape as { readonly [property: string]: unknown };
  if (entries) return Object.entries(entries as Readonly<Record<string, Shape>>);
  if (wrapped) return entriesOf(wrapped as Shape);
  if (item) return entriesOf(item as Shape);
  if (Array.isArray(options)) return options.flatMap((option) => (typeof option === 'object' ? entriesOf(option as Shape) : []));
  return Array.isArray(pipe) && pipe[0] !== shape ? entriesOf(pipe[0] as Shape) : [];
}
