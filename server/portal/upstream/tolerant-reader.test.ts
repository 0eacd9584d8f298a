import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import type { Schema } from '../../../shared/api/client-call.ts';
import { instant, wireAmount } from '../../../shared/api/fields.ts';
import { deviate, diceOf } from '../testing/deviate.ts';
import { sampleOf } from '../testing/sample-of.ts';
import { readerOf, UNREADABLE } from './tolerant-reader.ts';

const read = (schema: unknown, value: unknown) => readerOf(schema as Schema)(value);

describe('a tolerant reader', () => {
  it.each([
    ['a number as text', v.number(), '12', 12],
    ['text as a number', v.string(), 12, '12'],
    ['a boolean as a number', v.boolean(), 1, true],
    ['a boolean as text', v.boolean(), 'false', false],
    ['a missing boolean', v.boolean(), undefined, false],
    ['a missing list', v.array(v.string()), null, []],
    ['a missing object', v.object({ list: v.array(v.string()) }), undefined, { list: [] }],
    ['a missing nullable value', v.object({ until: v.nullable(instant) }), {}, { until: null }],
    ['an empty text for a nullable instant', v.nullable(instant), '', null],
    ['null for an optional value', v.object({ note: v.optional(v.string(), '') }), { note: null }, { note: '' }],
    ['a name in another case', v.picklist(['dark', 'light']), 'DARK', 'dark'],
    ['an amount as a number', wireAmount, 12, '12'],
    ['unknown properties unchanged', v.object({ a: v.number() }), { a: '1', more: [1] }, { a: 1, more: [1] }],
  ])('reads %s', (_name, schema, given, wanted) => {
    expect(read(schema, given)).toEqual(wanted);
  });

  it.each([
    ['a missing number', v.number(), undefined],
    ['a missing amount', v.object({ amount: wireAmount }), {}],
    ['words for a number', v.number(), 'many'],
    ['an empty text for a number', v.number(), ''],
    ['an object for a text', v.string(), {}],
    ['a list for an object', v.object({}), []],
    ['an invalid instant', instant, 'yesterday'],
    ['an unknown name', v.picklist(['dark', 'light']), 'blue'],
    ['an invalid entry of a list', v.array(v.number()), [1, null]],
  ])('rejects %s', (_name, schema, given) => {
    expect(read(schema, given)).toBe(UNREADABLE);
  });

  it('returns a fitting value unchanged, for every call', () => {
    for (const call of CALLS) {
      const value = sampleOf(call);
      if (call.answer !== 'envelope') continue;
      expect(v.is(call.value, value), call.id).toBe(true);
      expect(read(call.value, value), call.id).toBe(value);
    }
  });

  it('returns only values that fit the schema, for every call', () => {
    const calls = CALLS.filter(({ answer }) => answer === 'envelope');
    let readings = 0;
    fc.assert(
      fc.property(fc.constantFrom(...calls), fc.integer(), (call, seed) => {
        const given = deviate(sampleOf(call), diceOf(seed));
        const found = read(call.value, given);
        if (found === UNREADABLE) return;
        readings++;
        expect(v.safeParse(call.value, found).issues, call.id).toBeUndefined();
      }),
      { numRuns: 2_000, seed: 7 },
    );
    // Control: the deviations are small enough that most values can be read.
    expect(readings).toBeGreaterThan(500);
  });
});
