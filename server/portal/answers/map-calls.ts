import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { OwnMeanings } from './refusal-meanings.ts';

/** How a platform names one call; what is absent is as in the call table. */
export interface MappedCall {
  readonly method?: AnyCall['method'];
  readonly path?: string;
  /** Name at the platform of each field of query and body, with dots for nested ones; null: not sent. */
  readonly request?: Readonly<Record<string, string | null>>;
  /** Fields that the platform needs in addition, with their values. */
  readonly add?: Readonly<Record<string, string | number | boolean>>;
  /**
   * Where each field of the value is in the platform's answer: a path with dots, relative to the field that contains it. Lists need no
   * index: `games.gameId` is the field of every game. `.` is the value as a whole.
   */
  readonly response?: Readonly<Record<string, string>>;
}

/** The part of a merchant file about a platform that differs from the specification of the calls. */
export interface PlatformNames {
  readonly calls?: Readonly<Record<string, MappedCall>>;
  readonly refusals?: OwnMeanings;
}

/** One request as the platform takes it. */
export interface MappedRequest {
  readonly method: AnyCall['method'];
  readonly path: string;
  readonly search: string;
  readonly body: string | Buffer | undefined;
  /** Content type of a body that the mapping has made or removed; undefined: unchanged. */
  readonly bodyType: 'json' | 'none' | undefined;
}

export interface CallMapping {
  readonly refusals: OwnMeanings;
  /** Undefined if the call is sent as it is. */
  requestOf(call: AnyCall, search: string, body: string | Buffer | undefined): MappedRequest | undefined;
  /** The value of an answer under the names of the call table. */
  valueOf(call: Pick<AnyCall, 'id'>, value: unknown): unknown;
}

type Item = Readonly<Record<string, unknown>>;

/** Fields of an answer by the name that they have in the call table. */
interface FieldNode {
  from: string | undefined;
  readonly fields: Map<string, FieldNode>;
}

/** Path of the whole value. */
const WHOLE_VALUE = '.';

export function mapCalls({ calls = {}, refusals = {} }: PlatformNames = {}): CallMapping {
  const trees = new Map(Object.entries(calls).map(([id, { response }]) => [id, response && treeOf(response)]));
  return {
    refusals,
    requestOf(call, search, body) {
      const mapped = calls[call.id];
      return mapped && mapRequest(call, mapped, search, body);
    },
    valueOf({ id }, value) {
      const tree = trees.get(id);
      return tree ? apply(tree, value) : value;
    },
  };
}

function mapRequest(call: AnyCall, mapped: MappedCall, search: string, body: string | Buffer | undefined): MappedRequest {
  const method = mapped.method ?? call.method;
  const path = mapped.path ?? call.path;
  const { request = {}, add = {} } = mapped;
  const query = renamed(Object.fromEntries(new URLSearchParams(search)), request);
  const fields = objectOf(body);
  // A picture or a sealed payload is passed on as it is.
  if (body !== undefined && (fields === undefined || 'payload' in fields))
    return { method, path, search: searchOf(query), body, bodyType: undefined };
  const given = renamed(fields ?? {}, request);
  for (const [name, value] of Object.entries(add)) place(given, name, value);
  if (method === 'GET') return { method, path, search: searchOf({ ...query, ...given }), body: undefined, bodyType: 'none' };
  const isMoved = call.method === 'GET';
  const content = isMoved ? { ...query, ...given } : given;
  return { method, path, search: isMoved ? '' : searchOf(query), body: JSON.stringify(content), bodyType: 'json' };
}

/** With the platform's names; a name with dots makes nested objects. */
function renamed(fields: Item, names: Readonly<Record<string, string | null>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const target = names[name] === undefined ? name : names[name];
    if (target !== null) place(result, target, value);
  }
  return result;
}

function place(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() as string;
  let holder = target;
  for (const key of keys) {
    const next = isItem(holder[key]) ? (holder[key] as Record<string, unknown>) : {};
    holder[key] = next;
    holder = next;
  }
  holder[last] = value;
}

function searchOf(fields: Item): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(pairs.map(([name, value]) => [name, String(value)])))}`;
}

function treeOf(response: Readonly<Record<string, string>>): FieldNode {
  const root: FieldNode = { from: response[WHOLE_VALUE], fields: new Map() };
  for (const [path, from] of Object.entries(response)) {
    if (path === WHOLE_VALUE) continue;
    let node = root;
    for (const name of path.split('.')) {
      const next = node.fields.get(name) ?? { from: undefined, fields: new Map() };
      node.fields.set(name, next);
      node = next;
    }
    node.from = from;
  }
  return root;
}

function apply(node: FieldNode, given: unknown): unknown {
  const value = node.from === undefined ? given : at(given, node.from);
  return node.fields.size === 0 ? value : applyFields(node, value);
}

function applyFields(node: FieldNode, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => applyFields(node, item));
  if (!isItem(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const [name, field] of node.fields) {
    const found = apply({ ...field, from: field.from ?? name }, value);
    if (found !== undefined) result[name] = found;
  }
  return result;
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((held, key) => (isItem(held) || Array.isArray(held) ? (held as Item)[key] : undefined), value);
}

function objectOf(body: string | Buffer | undefined): Item | undefined {
  if (body === undefined || body.length === 0) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString());
    return isItem(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
