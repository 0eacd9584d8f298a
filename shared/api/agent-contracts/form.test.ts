import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fieldsOfTerms, percentText, termsBody, termsOfFields, termsProblems, wageTermsOf } from './form.ts';
import { type TermsValue, termsInput } from './schemas.ts';

const WHOLE = 10_000n;
const FIELDS = { rate1: '0.3', rate2: ' 0,45 ', validBet2: '1000', profit2: '5.50', active2: '3', minSingleBet: '10', ownPlay: 'true' };
const VALUE: TermsValue = {
  tiers: [
    { rateBp: 30, minValidBet: '0.0000', minProfit: '0.0000', minActive: 0 },
    { rateBp: 45, minValidBet: '1000.0000', minProfit: '5.5000', minActive: 3 },
  ],
  minSingleBet: '10.0000',
  carryNegative: false,
  ownPlay: true,
};

describe('the form of a contract', () => {
  test('becomes terms of the call, and terms to compute with', () => {
    expect(termsBody(FIELDS)).toEqual({
      tiers: [
        { rateBp: 30, minValidBet: '0', minProfit: '0', minActive: '0' },
        { rateBp: 45, minValidBet: '1000', minProfit: '5.50', minActive: '3' },
      ],
      minSingleBet: '10',
      carryNegative: false,
      ownPlay: true,
    });
    expect(v.safeParse(termsInput, termsBody(FIELDS)).success).toBe(true);
    expect(termsOfFields(FIELDS, 'USD')).toEqual(wageTermsOf(VALUE));
    expect(termsOfFields(FIELDS, 'USD')?.tiers[1]?.minProfit).toBe((55n * WHOLE) / 10n);
  });

  test('is filled from a contract and gives the same terms again', () => {
    expect(fieldsOfTerms(VALUE)).toMatchObject({
      rate1: '0.3',
      validBet1: '',
      validBet2: '1000',
      profit2: '5.5',
      active1: '',
      active2: '3',
    });
    expect(termsOfFields(fieldsOfTerms(VALUE), 'USD')).toEqual(wageTermsOf(VALUE));
    const round = { ...VALUE, tiers: [{ rateBp: 100, minValidBet: '100.0000', minProfit: '20.1000', minActive: 10 }] } as const;
    expect(termsOfFields(fieldsOfTerms({ ...round, tiers: [...round.tiers] }), 'USD')).toEqual(
      wageTermsOf({ ...round, tiers: [...round.tiers] }),
    );
  });

  test('leaves out tiers without an entry', () => {
    expect(termsBody({ rate1: '1', rate3: '2', rate11: '3' }).tiers.map(({ rateBp }) => rateBp)).toEqual([100, 200]);
  });

  test.each([
    ['no rate', {}],
    ['a rate that is no number', { rate1: 'much' }],
    ['a rate with three decimals', { rate1: '0.123' }],
    ['a rate of nothing', { rate1: '0' }],
    ['a rate above everything', { rate1: '100.01' }],
    ['conditions without a rate', { rate1: '1', validBet2: '5' }],
    ['half a member', { rate1: '1', active1: '1.5' }],
  ])('with %s is refused as terms', (_name, fields) => {
    const result = v.safeParse(termsInput, termsBody(fields));
    expect(result.issues?.map(({ message }) => message)).toEqual(['terms']);
  });

  test('shows no example while an entry is missing or malformed', () => {
    for (const fields of [
      {},
      { rate1: '' },
      { rate1: 'x' },
      { rate1: '1', validBet1: '-5' },
      { rate1: '1', active1: 'a' },
      { rate1: '1', profit2: '5' },
    ])
      expect(termsOfFields(fields, 'USD')).toBeUndefined();
  });
});

test('conditions of a currency without decimals are whole amounts, with or without separators', () => {
  const fields = { rate1: '1', validBet1: '300.000', profit1: '1,250,000' };
  expect(termsBody(fields, 'VND').tiers).toEqual([{ rateBp: 100, minValidBet: '300000', minProfit: '1250000', minActive: '0' }]);
  expect(termsOfFields(fields, 'VND')?.tiers[0]).toMatchObject({ minValidBet: 300_000n * WHOLE, minProfit: 1_250_000n * WHOLE });
  expect([...termsProblems({ rate1: '1', validBet1: '0.5', profit1: '1.50' }, 100, 'VND')]).toEqual([
    ['validBet1', 'whole'],
    ['profit1', 'whole'],
  ]);
  expect(termsOfFields({ rate1: '1', validBet1: '0.5' }, 'VND')).toBeUndefined();
  expect(termsOfFields({ rate1: '1', validBet1: '300.000' }, 'USD')).toBeUndefined();
});

test('a percentage has no needless zeros', () => {
  expect([45, 3_000, 5, 110].map(percentText)).toEqual(['0.45', '30', '0.05', '1.1']);
});
