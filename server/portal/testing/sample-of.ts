import * as v from 'valibot';
import type { AnyCall } from '../../../shared/api/define-call.ts';

type Shape = { readonly type: string; readonly [property: string]: unknown };

const TEXTS = ['text', 'x1', '2026-11-20T08:00:00.000Z', '1.0000', '1', '1-1', 'https://a.example/', '', '#112233', 'EN'];
/** Keys whose text has a meaning. */
const NAMED: Readonly<Record<string, unknown>> = {
  timeZone: 'Asia/Bangkok',
  currency: 'USD',
  currencySymbol: '$',
  languages: ['EN'],
  imageUrl: '/brand/mark.svg',
  showIcon: '/brand/mark.svg',
  smallIcon: '/brand/mark.svg',
};
const NUMBERS = [1, 0, 10];

/** A value that fits the value schema of a call: every list has one entry, and every nullable or optional value is present. */
export function sampleOf(call: AnyCall): unknown {
  return sample(call.value as unknown as Shape);
}

/** The same for the input of a call. */
export function sampleFor(schema: unknown): unknown {
  return sample(schema as Shape);
}

function sample(schema: Shape): unknown {
  const tries = candidates(schema);
  const fitting = tries.filter((value) => v.is(schema as never, value));
  return fitting.length > 0 ? fitting[0] : tries[0];
}

function candidates(schema: Shape): readonly unknown[] {
  switch (schema.type) {
    case 'string':
      return TEXTS;
    case 'number':
      return NUMBERS;
    case 'boolean':
      return [false];
    case 'unknown':
      return [{}];
    case 'array':
      return [[sample(schema.item as Shape)], []];
    case 'record':
      return [{ key: sample(schema.value as Shape) }, {}];
    case 'object':
    case 'loose_object':
    case 'strict_object':
    case 'object_with_rest':
      return [
        Object.fromEntries(
          Object.entries(schema.entries as Record<string, Shape>).map(([name, entry]) => [name, NAMED[name] ?? sample(entry)]),
        ),
      ];
    case 'nullable':
    case 'nullish':
    case 'optional':
      return [sample(schema.wrapped as Shape), null];
    case 'literal':
      return [schema.literal];
    case 'picklist':
      return schema.options as readonly unknown[];
    case 'union':
    case 'variant':
      return (schema.options as readonly Shape[]).map(sample);
    default:
      throw new Error(`no sample of ${schema.type}`);
  }
}
