import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readDecimal, writeDecimal } from './amounts.ts';
import { type DialectDefinition, dialectDefinition } from './definition.ts';
import { createDialect } from './dialect.ts';

const SECRET = 'a-key-of-the-provider-with-a-dialect-01';
const define = (change: object): DialectDefinition => v.parse(dialectDefinition, change);
const FIELDS = { transactionId: 'txId', betTransactionId: 'refTxId', roundId: 'round', gameId: 'game', player: 'account', amount: 'value' };

describe('decimal amounts', () => {
  it.each([
    ['12.5', 'THB', 125_000n],
    ['12.50', 'THB', 125_000n],
    ['12.5000', 'THB', 125_000n],
    ['0', 'THB', 0n],
    ['0.01', 'THB', 100n],
    ['25000', 'VND', 250_000_000n],
    ['25000.00', 'VND', 250_000_000n],
    ['1.005', 'KWD', 10_050n],
    ['99999999999999.9999', 'CLF', 999_999_999_999_999_999n],
  ])('%s %s is exact', (text, currency, units) => {
    expect(readDecimal(text, currency)).toBe(units);
  });

  it.each([
    ['0.001', 'THB'],
    ['0.5', 'VND'],
    ['1.5', 'JPY'],
    ['1.0005', 'KWD'],
    ['1.00001', 'CLF'],
    ['-1', 'THB'],
    ['+1', 'THB'],
    ['01', 'THB'],
    ['1.', 'THB'],
    ['.5', 'THB'],
    ['1e3', 'THB'],
    ['1,5', 'THB'],
    [' 1', 'THB'],
    ['', 'THB'],
    [1.5, 'THB'],
    [12, 'THB'],
    [null, 'THB'],
    ['1', 'thb'],
    ['1', ''],
    ['1', undefined],
  ])('%j %s is refused', (text, currency) => {
    expect(readDecimal(text, currency)).toBeUndefined();
  });

  it('each amount of a currency survives both ways, and nothing is rounded', () => {
    const currency = fc.constantFrom('THB', 'VND', 'JPY', 'KWD', 'EUR');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), currency, (units, code) => {
        const text = writeDecimal(units, code);
        const back = readDecimal(text, code);
        // Units below the smallest coin are shown, and refused as an instruction.
        const smallest = { THB: 100n, EUR: 100n, VND: 10_000n, JPY: 10_000n, KWD: 10n }[code] ?? 1n;
        expect(back).toBe(units % smallest === 0n ? units : undefined);
        expect(BigInt(text.replace('.', '')) * 10n ** BigInt(4 - (text.split('.')[1]?.length ?? 0))).toBe(units);
      }),
    );
  });
});

describe('a dialect', () => {
  const dialect = createDialect(
    define({ operations: { bet: 'debit', win: 'credit' }, fields: FIELDS, amounts: 'decimal', statuses: { OK: 'SUCCESS' } }),
  );

  it('renames operations, fields and statuses, and ignores fields that it does not know', () => {
    expect(dialect.operation('debit')).toBe('bet');
    expect(dialect.operation('bet')).toBeUndefined();
    expect(dialect.operation('games')).toBe('games');
    const sent = {
      token: 't',
      txId: 'b1',
      round: 'r1',
      game: 'g',
      account: 'p',
      currency: 'THB',
      value: '12.50',
      device: 'x',
      transactionId: 'other',
    };
    expect(dialect.read('bet', sent)).toEqual({
      body: { token: 't', transactionId: 'b1', roundId: 'r1', gameId: 'g', player: 'p', currency: 'THB', amount: '125000' },
    });
    expect(dialect.write({ status: 'OK', player: 'p', currency: 'THB', balance: '5000050', transferId: '7' })).toEqual({
      status: 'SUCCESS',
      account: 'p',
      currency: 'THB',
      balance: '500.005',
      transferId: '7',
    });
    expect(dialect.write({ status: 'OK', currency: 'VND', balance: '10000', maximumStake: '7500000000' })).toEqual({
      status: 'SUCCESS',
      currency: 'VND',
      balance: '1',
      maximumStake: '750000',
    });
    const units = createDialect(define({ fields: { maximumStake: 'betCap' } }));
    expect(units.write({ status: 'OK', currency: 'THB', balance: '1', maximumStake: '300000' })).toMatchObject({ betCap: '300000' });
    expect(dialect.write({ status: 'BAD_REQUEST', message: 'json' })).toEqual({ status: 'BAD_REQUEST', message: 'json' });
  });

  it('names the field of an amount that it cannot read exactly', () => {
    for (const value of ['0.001', 12.5, '1e2', '']) expect(dialect.read('bet', { currency: 'THB', value })).toEqual({ field: 'value' });
    expect(dialect.read('bet', { value: '1' })).toEqual({ field: 'value' });
    expect(dialect.read('bet', { currency: 'THB', value: '1', atRisk: '0.005' })).toEqual({ field: 'atRisk' });
    expect(dialect.read('games', { games: [{ currency: 'THB', amount: 'x' }] })).toEqual({
      body: { games: [{ currency: 'THB', amount: 'x' }] },
    });
  });

  it('verifies the signature of the provider, over exactly the parts that it signs', () => {
    const signature = {
      header: 'X-Sign',
      timestampHeader: 'X-Time',
      timestamp: 'seconds',
      signed: ['timestamp', 'body'],
      separator: '.',
      encoding: 'base64',
    };
    const signed = createDialect(define({ signature }));
    const body = Buffer.from('{"a":1}');
    const sign = createHmac('sha256', SECRET).update('1763712000.{"a":1}').digest('base64');
    const request = (headers: Readonly<Record<string, string>>, content = body) => ({
      method: 'POST',
      path: '/seamless/X/bet',
      body: content,
      header: (name: string) => headers[name] ?? '',
    });
    const headers = { 'X-Sign': sign, 'X-Time': '1763712000' };
    expect(signed.isSigned(SECRET, request(headers))).toBe(true);
    expect(signed.sentAt(request(headers))).toBe(1_763_712_000_000);
    expect(signed.isSigned(`${SECRET}x`, request(headers))).toBe(false);
    expect(signed.isSigned(SECRET, request({ ...headers, 'X-Time': '1763712001' }))).toBe(false);
    expect(signed.isSigned(SECRET, request(headers, Buffer.from('{"a":2}')))).toBe(false);
    expect(signed.isSigned(SECRET, request({ 'X-Time': '1763712000' }))).toBe(false);
    expect(signed.sentAt(request({ 'X-Time': 'now' }))).toBeNaN();
    // The path is not signed, so a body fits one operation only.
    expect(
      signed.read('rollback', { transactionId: 'w', betTransactionId: 'b', roundId: 'r', gameId: 'g', player: 'p', amount: '1' }),
    ).toEqual({
      field: 'amount',
    });
  });

  it('has a different name for each field', () => {
    expect(() => define({ fields: { transactionId: 'id', roundId: 'id' } })).toThrow('a different name for each');
    expect(() => define({ fields: { transactionId: 'roundId' } })).toThrow('a different name for each');
    expect(() => define({ operations: { bet: 'win' } })).toThrow('a different name for each');
    expect(() => define({ signature: { signed: ['path'] } })).toThrow('a list with `body`');
  });

  it('checks a time exactly if it is signed', () => {
    expect(() => define({ signature: { signed: ['body'] } })).toThrow('exactly if there is a `timestampHeader`');
    expect(() => define({ signature: { timestampHeader: null } })).toThrow('exactly if there is a `timestampHeader`');
    const timeless = createDialect(define({ signature: { signed: ['body'], timestampHeader: null } }));
    expect(timeless.sentAt({ header: () => '1763712000000' })).toBeNull();
  });
});
