import * as v from 'valibot';
import type { Schema } from '../../../shared/api/client-call.ts';

/** Result for a value that does not fit its schema in any reading. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

/** Returns the value in the form of its schema: the same object if it fits, a corrected copy if it differs slightly. */
export type Reader = (value: unknown) => unknown;

type Shape = { readonly type: string; readonly [property: string]: unknown };
type Maker = (schema: Shape) => Reader;

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/;
const TRUE: readonly unknown[] = [1, '1', 'true', 'TRUE', 'True'];
const FALSE: readonly unknown[] = [0, '0', 'false', 'FALSE', 'False'];

const readers = new WeakMap<object, Reader>();

/**
 * Reads answers that differ slightly from the call table: numbers as text and text as numbers, booleans as 0 and 1, names in another case,
 * a missing list, object or boolean (read as empty or false), a missing nullable value. A missing number, amount, instant or name has no
 * substitute: such an answer is unreadable.
 */
export function readerOf(schema: Schema): Reader {
  return readerOfShape(schema as unknown as Shape);
}

function readerOfShape(schema: Shape): Reader {
  const known = readers.get(schema);
  if (known) return known;
  const plain = (MAKERS[schema.type] ?? exactly)(schema);
  const reader = schema.pipe === undefined ? plain : checked(schema, plain);
  readers.set(schema, reader);
  return reader;
}

const MAKERS: Readonly<Record<string, Maker>> = {
  string: () => readText,
  number: () => readNumber,
  boolean: () => readFlag,
  unknown: () => (value) => value,
  any: () => (value) => value,
  array: (schema) => readList(readerOfShape(schema.item as Shape)),
  record: (schema) => readRecord(readerOfShape(schema.value as Shape)),
  object: readObject,
  loose_object: readObject,
  strict_object: readObject,
  nullable: readNullable,
  nullish: readNullable,
  optional: readOptional,
  literal: (schema) => readName([schema.literal]),
  picklist: (schema) => readName(schema.options as readonly unknown[]),
  union: readUnion,
  variant: readVariant,
};

function exactly(schema: Shape): Reader {
  return (value) => (v.is(schema as never, value) ? value : UNREADABLE);
}

/** A schema with further conditions, which must hold for the read value. */
function checked(schema: Shape, read: Reader): Reader {
  const [, ...steps] = schema.pipe as readonly { readonly kind: string }[];
  // A check of a list or an object returns a copy of it.
  const onlyChecks = steps.every(({ kind }) => kind === 'validation');
  return (value) => {
    const found = read(value);
    if (found === UNREADABLE) return UNREADABLE;
    const { success, output } = v.safeParse(schema as never, found);
    if (!success) return UNREADABLE;
    return onlyChecks ? found : output;
  };
}

function readText(value: unknown): unknown {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : UNREADABLE;
}

function readNumber(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : UNREADABLE;
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : UNREADABLE;
}

function readFlag(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  if (isAbsent(value) || FALSE.includes(value)) return false;
  return TRUE.includes(value) ? true : UNREADABLE;
}

function readList(read: Reader): Reader {
  return (value) => {
    if (isAbsent(value)) return [];
    if (!Array.isArray(value)) return UNREADABLE;
    let list: unknown[] = value;
    for (let index = 0; index < value.length; index++) {
      const found = read(value[index]);
      if (found === UNREADABLE) return UNREADABLE;
      if (found === value[index]) continue;
      if (list === value) list = [...value];
      list[index] = found;
    }
    return list;
  };
}

function readRecord(read: Reader): Reader {
  return (value) => {
    if (isAbsent(value)) return {};
    if (!isObject(value)) return UNREADABLE;
    return changed(value, Object.keys(value), () => read);
  };
}

function readObject(schema: Shape): Reader {
  const entries = schema.entries as Readonly<Record<string, Shape>>;
  const names = Object.keys(entries);
  const byName = new Map(names.map((name) => [name, readerOfShape(entries[name] as Shape)]));
  return (value) => {
    const given = isAbsent(value) ? {} : value;
    return isObject(given) ? changed(given, names, (name) => byName.get(name) as Reader) : UNREADABLE;
  };
}

/** Returns the object itself, or a copy if any of its values is read as another value. */
function changed(value: Readonly<Record<string, unknown>>, names: readonly string[], readerFor: (name: string) => Reader): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const name of names) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const found = readerFor(name)(given);
    if (found === UNREADABLE) return UNREADABLE;
    if (found === given) continue;
    copy ??= { ...value };
    copy[name] = found;
  }
  return copy ?? value;
}

function readNullable({ wrapped }: Shape): Reader {
  const read = readerOfShape(wrapped as Shape);
  return (value) => {
    if (isAbsent(value)) return null;
    const found = read(value);
    // Some platforms send "" for a missing value.
    return found === UNREADABLE && value === '' ? null : found;
  };
}

function readOptional(schema: Shape): Reader {
  const read = readerOfShape(schema.wrapped as Shape);
  const takesNull = ['nullable', 'nullish'].includes((schema.wrapped as Shape).type);
  return (value) => (value === undefined || (value === null && !takesNull) ? v.getDefault(schema as never) : read(value));
}

function readName(names: readonly unknown[]): Reader {
  return (value) => {
    if (names.includes(value)) return value;
    if (typeof value !== 'string' && typeof value !== 'number') return UNREADABLE;
    const wanted = String(value).toLowerCase();
    const found = names.find((name) => String(name).toLowerCase() === wanted);
    return found === undefined ? UNREADABLE : found;
  };
}

function readUnion(schema: Shape): Reader {
  const options = (schema.options as readonly Shape[]).map((option) => ({ option, read: readerOfShape(option) }));
  return (value) => {
    const fitting = options.find(({ option }) => v.is(option as never, value));
    if (fitting) return fitting.read(value);
    for (const { read } of options) {
      const found = read(value);
      if (found !== UNREADABLE) return found;
    }
    return UNREADABLE;
  };
}

function readVariant(schema: Shape): Reader {
  const key = schema.key as string;
  const options = (schema.options as readonly Shape[]).map((option) => ({
    name: readerOfShape((option.entries as Record<string, Shape>)[key] as Shape),
    read: readerOfShape(option),
  }));
  return (value) => {
    if (!isObject(value)) return UNREADABLE;
    const found = options.find(({ name }) => name(value[key]) !== UNREADABLE);
    return found ? found.read(value) : UNREADABLE;
  };
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
