import type { Schema } from '../../../shared/api/client-call.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

/**
 * Removes personal data from an answer. Only fields in the schema of the call are kept, and of these only values that cannot
 * identify a person: booleans, small numbers, enumerations. Equal texts get equal masks within a recording, so ids in a list
 * still match their details.
 */
export interface Masker {
  /** A value of a public call: fields of the schema are unchanged. */
  publicValue(schema: Schema, value: unknown): unknown;
  /** A value of a call about a member. */
  personal(schema: Schema, value: unknown): unknown;
  /** A text without a schema. */
  text(value: string): string;
  /** Number of fields without a schema, which are left out. */
  readonly leftOut: number;
}

/** The properties of a valibot schema that this file reads. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly value?: Shape;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly pipe?: readonly { readonly kind: string }[];
}

const LARGEST_UNMASKED_NUMBER = 9_999;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const AMOUNT = /^(-?)\d+\.\d{2,4}$/;
const SMALL_NUMBER = /^\d{1,4}$/;
/** A time in a recording, in minutes relative to its creation. */
export const MOMENT = /^@([+-]\d+)m$/;

type Leaf = (text: string, options: readonly unknown[] | undefined) => string;

export function createMasker(recordedAt: Date): Masker {
  const masks = new Map<string, string>();
  let leftOut = 0;

  /** Numbered in order of appearance, so the mask reveals nothing about the value. */
  const maskOf = (text: string, shape: (number: number) => string): string => {
    const known = masks.get(text) ?? shape(masks.size + 1);
    masks.set(text, known);
    return known;
  };

  const masked: Leaf = (text, options) => {
    if (options?.includes(text) || text === '' || SMALL_NUMBER.test(text)) return text;
    if (INSTANT.test(text)) return momentOf(text, recordedAt);
    if (DATE.test(text)) return '2000-01-01';
    const amount = AMOUNT.exec(text);
    if (amount) return /[1-9]/.test(text) ? `${amount[1]}1.0000` : '0.0000';
    if (text.startsWith('/')) return maskOf(text, (number) => `/masked-${number}`);
    if (/^https?:/.test(text)) return maskOf(text, (number) => `https://masked.example/${number}`);
    if (text.includes('@')) return maskOf(text, (number) => `masked-${number}@example.com`);
    return maskOf(text, (number) => `masked-${number}`);
  };
  const asIs: Leaf = (text) => text;

  function maskValue(shape: Shape | undefined, value: unknown, leaf: Leaf): unknown {
    const known = shape && fitting(bare(shape), value);
    if (typeof value === 'string') return leaf(value, known?.options);
    if (typeof value === 'number') return leaf === asIs || Math.abs(value) <= LARGEST_UNMASKED_NUMBER ? value : 1;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return known?.item ? value.map((item) => maskValue(known.item, item, leaf)) : leaveOut([]);
    return known ? fields(known, value as Record<string, unknown>, leaf) : leaveOut({});
  }

  function fields(shape: Shape, value: Record<string, unknown>, leaf: Leaf): Record<string, unknown> {
    if (shape.type === 'record')
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskValue(shape.value, one, leaf)]));
    const entries = shape.entries ?? {};
    const named = Object.keys(value).filter((key) => Object.hasOwn(entries, key));
    leftOut += Object.keys(value).length - named.length;
    return Object.fromEntries(named.map((key) => [key, maskValue(entries[key], value[key], leaf)]));
  }

  function leaveOut<Empty>(empty: Empty): Empty {
    leftOut += 1;
    return empty;
  }

  return {
    publicValue: (schema, value) => maskValue(schema as unknown as Shape, value, asIs),
    personal: (schema, value) => maskValue(schema as unknown as Shape, value, masked),
    text: (value) => masked(value, undefined),
    get leftOut() {
      return leftOut;
    },
  };
}

/** The schema inside `optional` and `nullable`; for a literal, its only option. */
function bare(shape: Shape): Shape {
  if (shape.wrapped) return bare(shape.wrapped);
  return shape.literal === undefined ? shape : { ...shape, options: [shape.literal] };
}

/** For a union, the shape with the most fields of the value; for a text, all literals together. */
function fitting(shape: Shape, value: unknown): Shape | undefined {
  if (shape.type !== 'union' && shape.type !== 'variant') return shape;
  const branches = ((shape.options ?? []) as readonly Shape[]).map(bare);
  if (typeof value !== 'object' || value === null) return { type: 'picklist', options: branches.flatMap((branch) => branch.options ?? []) };
  if (Array.isArray(value)) return branches.find((branch) => branch.item);
  const score = ({ entries = {} }: Shape) => Object.keys(value).filter((key) => Object.hasOwn(entries, key)).length;
  return branches.filter(({ entries }) => entries).sort((one, two) => score(two) - score(one))[0];
}

function momentOf(text: string, recordedAt: Date): string {
  const minutes = Math.round((Date.parse(text) - recordedAt.getTime()) / MINUTE_MS);
  return `@${minutes < 0 ? '' : '+'}${minutes}m`;
}
