import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Schema } from '../../../shared/api/client-call.ts';
import { instant, wireAmount } from '../../../shared/api/fields.ts';
import { readerOf, UNREADABLE } from '../upstream/tolerant-reader.ts';
import { findList } from './find-list.ts';
import { readInstant } from './instants.ts';
import { FIELD_DEFAULTS, REQUIRED_FIELDS, type SiteDefaults, UNKNOWN_INSTANT } from './site-defaults.ts';

type Shape = { readonly type: string; readonly [property: string]: unknown };
type Item = Readonly<Record<string, unknown>>;

/** A value in the form of its schema, and which of its fields were given but not usable ("games.3.minBet"). */
export interface CompletedValue {
  /** `UNREADABLE` if a field is missing that has no substitute. */
  readonly value: unknown;
  readonly strange: readonly string[];
  /** The first such field. */
  readonly missing: string | undefined;
}

interface Reading {
  readonly site: SiteDefaults;
  readonly now: number;
  readonly strange: string[];
  missing: string | undefined;
}

const MAX_NOTED = 20;
const FLAG_WORDS = new Map([
  ...['y', 'yes', 'on'].map((word) => [word, true] as const),
  ...['n', 'no', 'off'].map((word) => [word, false] as const),
]);

export interface CompleteOptions {
  /** True for a read. The answer of an action may have any content: the action has taken effect. */
  readonly isRead?: boolean;
  readonly now?: number;
}

/**
 * Completes an answer that does not fit its schema: a default for a field, without an item that lacks what identifies it. A read that has
 * content, but none that is usable, is unreadable: defaults alone would show a full list as an empty one.
 */
export function completeValue(
  schema: Schema,
  value: unknown,
  site: SiteDefaults,
  { isRead = true, now = Date.now() }: CompleteOptions = {},
): CompletedValue {
  const reading: Reading = { site, now, strange: [], missing: undefined };
  let read = complete(schema as unknown as Shape, value, '', reading);
  if (isRead && hasNothingOf(schema, value, reading.strange)) read = UNREADABLE;
  return { value: read, strange: reading.strange, missing: reading.missing };
}

/** True if the answer has fields, and none of them is a usable one of the schema. A list in a usual container is usable. */
export function hasNothingOf(schema: Schema, given: unknown, strange: readonly string[] = []): boolean {
  const { entries } = schema as unknown as Shape;
  if (!isItem(given) || typeof entries !== 'object' || entries === null || Object.keys(entries).length === 0) return false;
  const names = Object.keys(itemOf(entries as Readonly<Record<string, Shape>>, given) ?? {});
  return names.length > 0 && names.every((name) => !(name in entries) || strange.includes(name));
}

function complete(schema: Shape, given: unknown, path: string, reading: Reading): unknown {
  if ((schema as unknown) === instant) return readInstant(given, reading.site.timeZone) ?? UNREADABLE;
  switch (schema.type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return completeObject(schema, given, path, reading);
    case 'array':
      return completeList(schema, given, path, reading);
    case 'record':
      return completeRecord(schema, given, path, reading);
    case 'nullable':
    case 'nullish':
      return isAbsent(given) ? null : wrapped(schema, given, path, reading, null);
    case 'optional': {
      const fallback = v.getDefault(schema as never);
      return isAbsent(given) ? fallback : wrapped(schema, given, path, reading, fallback);
    }
    case 'boolean':
      return readerOf(schema as unknown as Schema)(FLAG_WORDS.get(String(given).toLowerCase()) ?? given);
    case 'union':
      return firstReadable(schema.options as readonly Shape[], given, path, reading);
    default:
      return readerOf(schema as unknown as Schema)(given);
  }
}

function wrapped(schema: Shape, given: unknown, path: string, reading: Reading, fallback: unknown): unknown {
  const attempt: Reading = { ...reading, missing: undefined };
  const found = complete(schema.wrapped as Shape, given, path, attempt);
  if (found !== UNREADABLE) return found;
  // Many platforms send "" for a missing value.
  if (given !== '') note(path, reading);
  return fallback;
}

function firstReadable(options: readonly Shape[], given: unknown, path: string, reading: Reading): unknown {
  for (const option of options) {
    const attempt: Reading = { ...reading, strange: [], missing: undefined };
    const found = complete(option, given, path, attempt);
    reading.missing ??= attempt.missing;
    if (found === UNREADABLE) continue;
    reading.strange.push(...attempt.strange);
    return found;
  }
  return UNREADABLE;
}

function completeList(schema: Shape, given: unknown, path: string, reading: Reading): unknown {
  if (isAbsent(given)) return [];
  if (!Array.isArray(given)) return UNREADABLE;
  return given.flatMap((item: unknown, index) => {
    const place = join(path, String(index));
    const attempt: Reading = { ...reading, missing: undefined };
    const found = complete(schema.item as Shape, item, place, attempt);
    if (found !== UNREADABLE) return [found];
    note(attempt.missing ?? place, reading);
    return [];
  });
}

function completeRecord(schema: Shape, given: unknown, path: string, reading: Reading): unknown {
  if (isAbsent(given)) return {};
  if (!isItem(given)) return UNREADABLE;
  const entries = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const attempt: Reading = { ...reading, missing: undefined };
    const found = complete(schema.value as Shape, value, join(path, name), attempt);
    if (found !== UNREADABLE) return [[name, found]];
    note(join(path, name), reading);
    return [];
  });
  return Object.fromEntries(entries);
}

function completeObject(schema: Shape, given: unknown, path: string, reading: Reading): unknown {
  const entries = schema.entries as Readonly<Record<string, Shape>>;
  const item = itemOf(entries, given);
  if (!item) return UNREADABLE;
  const result: Record<string, unknown> = { ...item };
  for (const [name, entry] of Object.entries(entries)) {
    const own = Object.hasOwn(item, name) ? item[name] : undefined;
    const place = join(path, name);
    const attempt: Reading = { ...reading, missing: undefined };
    const usesDefault = isAbsent(own) && name in FIELD_DEFAULTS && isPlain(entry);
    let found = usesDefault ? UNREADABLE : complete(entry, own, place, attempt);
    if (found === UNREADABLE) {
      if (!isAbsent(own) && own !== '') note(place, reading);
      found = standIn(name, entry, result, place, attempt);
    }
    if (found === UNREADABLE) {
      reading.missing ??= attempt.missing ?? place;
      return UNREADABLE;
    }
    result[name] = found;
  }
  return result;
}

/** A list, a number or a text alone stands for the object whose only list, number or address it is. */
function itemOf(entries: Readonly<Record<string, Shape>>, given: unknown): Item | undefined {
  if (isAbsent(given)) return {};
  const lists = Object.keys(entries).filter((name) => entries[name]?.type === 'array');
  if (Array.isArray(given)) return lists.length === 1 ? { [lists[0] as string]: given } : undefined;
  if (isItem(given)) {
    const [only] = lists;
    const found = lists.length === 1 && only !== undefined && isAbsent(given[only]) ? findList(given, only) : undefined;
    return found && only !== undefined ? { ...found.fields, [only]: found.list } : given;
  }
  const names = Object.keys(entries);
  const isNumber = readerOf(v.number() as Schema)(given) !== UNREADABLE;
  return names.length === 1 && isNumber ? { [names[0] as string]: given } : undefined;
}

function standIn(name: string, schema: Shape, item: Item, path: string, reading: Reading): unknown {
  if (REQUIRED_FIELDS.has(name) && isText(schema)) return UNREADABLE;
  const { site, now } = reading;
  if (name === 'id' || name === 'transferId') return idOf(item);
  const named = FIELD_DEFAULTS[name]?.({ site, now, item });
  if (named !== undefined) {
    const found = complete(schema, named, path, reading);
    if (found !== UNREADABLE) return found;
  }
  if ((schema as unknown) === instant) return UNKNOWN_INSTANT;
  if ((schema as unknown) === wireAmount) return UNREADABLE;
  switch (schema.type) {
    case 'string':
      return v.is(schema as never, '') ? '' : UNREADABLE;
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'record':
      return {};
    case 'object':
    case 'loose_object':
      return complete(schema, {}, path, reading);
    default:
      return UNREADABLE;
  }
}

/** The same content has the same id, so that "read" marks and links hold. */
function idOf(item: Item): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 12);
}

function note(path: string, { strange }: Reading): void {
  if (strange.length < MAX_NOTED && !strange.includes(path)) strange.push(path);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Neither nullable nor optional: the schema itself has no value for a missing field. */
function isPlain({ type }: Shape): boolean {
  return !['optional', 'nullable', 'nullish'].includes(type);
}

function isText({ type }: Shape): boolean {
  return type === 'string';
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
