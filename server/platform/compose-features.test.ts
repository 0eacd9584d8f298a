import { describe, expect, it } from 'vitest';
import { defineFeature, type Feature, type FeatureContext, given, type HttpParts, type Slot } from './base/feature.ts';
import { composeFeatures } from './compose-features.ts';

const CONTEXT = { merchant: 'm' } as Omit<FeatureContext, 'slot'>;
const HTTP = {
  resolveActor: async () => null,
  openPayload: async () => null,
  isRefused: async () => false,
  onCall: () => undefined,
  seamless: () => undefined,
  payments: () => undefined,
  internal: () => undefined,
} satisfies HttpParts;

const server = defineFeature({ name: 'server', needs: {}, create: () => ({ api: {}, http: HTTP }) });
const low = defineFeature({ name: 'low', needs: {}, create: ({ merchant }) => ({ api: { name: () => `low of ${merchant}` } }) });
const high = defineFeature({ name: 'high', needs: { low }, create: (_context, needs) => ({ api: `above ${needs.low.name()}` }) });

const compose = (features: readonly Feature[], inputs = [] as Parameters<typeof composeFeatures>[2]) =>
  composeFeatures([server, ...features], CONTEXT, inputs);

const withSlot = (name = 'owner') =>
  defineFeature({
    name,
    needs: {},
    create(context) {
      const slot: Slot<string> = context.slot('a word');
      return { api: { slot, read: () => slot.get() } };
    },
  });

describe('composition of features', () => {
  it('passes each feature the APIs of its needs', () => {
    const composition = compose([low, high]);
    expect(composition.apiOf(high)).toBe('above low of m');
  });

  it('collects jobs and the parts of the HTTP server', () => {
    const job = { name: 'a job', cronPattern: '* * * * *', run: async () => undefined };
    const composition = compose([defineFeature({ name: 'busy', needs: {}, create: () => ({ api: {}, jobs: [job] }) })]);
    expect(composition.jobs).toEqual([job]);
    expect(composition.http).toEqual(HTTP);
  });

  it.each([
    ['a need that comes later', () => compose([high, low]), 'The feature high needs low earlier in the list.'],
    ['a need that is absent', () => compose([high]), 'The feature high needs low earlier in the list.'],
    ['the same feature twice', () => compose([low, low]), 'Two features have the name low.'],
    ['input for an absent feature', () => compose([], [given(low, undefined)]), 'The feature low is not in the list of features.'],
    ['an API of an absent feature', () => compose([]).apiOf(low), 'The feature low is not in the list of features.'],
    ['two features with the same part', () => compose([{ ...server, name: 'other' }]), 'Two features provide resolveActor.'],
    ['no feature with a part', () => composeFeatures([low], CONTEXT, []), 'No feature provides resolveActor, openPayload,'],
    ['an empty slot', () => compose([withSlot()]), 'No feature fills the slots "a word".'],
    ['two slots of one name', () => compose([withSlot(), withSlot('second')]), 'Two slots have the name "a word".'],
  ])('refuses %s', (_what, start, message) => {
    expect(start).toThrow(message);
  });

  it('gives a slot its value once', () => {
    const owner = withSlot();
    const filler = defineFeature({
      name: 'filler',
      needs: { owner },
      create(_context, needs) {
        expect(() => needs.owner.read()).toThrow('The slot "a word" is empty.');
        needs.owner.slot.fill('filled');
        expect(() => needs.owner.slot.fill('again')).toThrow('The slot "a word" is filled twice.');
        return { api: {} };
      },
    });
    expect(compose([owner, filler]).apiOf(owner).read()).toBe('filled');
  });

  it('passes the input that is given for a feature, and undefined without it', () => {
    const feature = defineFeature({ name: 'taker', needs: {}, create: (_context, _needs, input?: number) => ({ api: { input } }) });
    expect(compose([feature], [given(feature, 7)]).apiOf(feature).input).toBe(7);
    expect(compose([feature]).apiOf(feature).input).toBeUndefined();
  });
});
