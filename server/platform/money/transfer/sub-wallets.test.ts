import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit, HOUSE, vendorWallet } from '../../ledger/index.ts';
import { seedGames } from '../../play/games/demo-games.ts';
import { openTestTransfers, type TestTransfers } from './test-members.ts';

const WHOLE = 10_000n;
let database: TestDatabase;
let at: TestTransfers;
let count = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.transaction().execute((tx) => seedGames(tx, 'studio', ['*'], 'USD'));
  at = await openTestTransfers(database.db);
  await divide(true);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

const divide = (divided: boolean) =>
  at.configure((settings) => ({ ...settings, transfers: { ...settings.transfers, isSingle: !divided } }));
const reference = () => {
  count += 1;
  return `sub-wallet-of-a-test-${count}`;
};
const move = (actor: Actor, direction: 'in' | 'out', amount: string, vassalage = 'NOVA', key = reference()) =>
  at.subWallets.move(actor, { vassalage, direction, amount, reference: key });
const units = async (actor: Actor, vassalage: string) =>
  (await at.wallet.balance(database.db, actor.memberId, vendorWallet(vassalage)))?.units;

describe('wallets at vendors', () => {
  test('take money in and give it back, once per reference', async () => {
    const actor = await at.member({ units: 100n * WHOLE });
    const key = reference();
    await Promise.all([1, 2, 3].map(() => move(actor, 'in', '60.50', 'NOVA', key)));
    expect(await at.subWallets.list(actor)).toMatchObject({ isSingle: false, wallet: 395_000n, hold: 0n });
    expect(await units(actor, 'NOVA')).toBe(605_000n);
    await expect(move(actor, 'in', '60.51', 'NOVA', key)).rejects.toMatchObject({ code: 'reference_conflict' });
    await expect(move(actor, 'out', '60.51')).rejects.toMatchObject({ code: 'insufficient_funds' });
    await move(actor, 'out', '0.50');
    expect(await units(actor, 'NOVA')).toBe(60n * WHOLE);
  });

  test('exist at vendors of the catalogue only, and take nothing while theirs is in maintenance', async () => {
    const actor = await at.member({ units: 100n * WHOLE });
    await expect(move(actor, 'in', '10', 'NOBODY')).rejects.toMatchObject({ code: 'sub_wallet_not_found' });
    await expect(move(actor, 'out', '10', 'HALO')).rejects.toMatchObject({ code: 'sub_wallet_not_found' });
    await move(actor, 'in', '10');
    await database.db.updateTable('game_vendor').set({ maintenance: true }).where('code', '=', 'NOVA').execute();
    await expect(move(actor, 'in', '10')).rejects.toMatchObject({ code: 'game_maintenance' });
    await move(actor, 'out', '10');
    await database.db.updateTable('game_vendor').set({ maintenance: false }).where('code', '=', 'NOVA').execute();
  });

  test('are collected in one transfer, once per reference', async () => {
    const actor = await at.member({ units: 100n * WHOLE });
    await move(actor, 'in', '10');
    await move(actor, 'in', '20', 'HALO');
    const key = reference();
    const answers = await Promise.all([1, 2, 3].map(() => at.subWallets.collect(actor, key)));
    expect(answers).toEqual([30n * WHOLE, 30n * WHOLE, 30n * WHOLE]);
    await move(actor, 'in', '5');
    expect(await at.subWallets.collect(actor, key)).toBe(30n * WHOLE);
    expect(await units(actor, 'NOVA')).toBe(5n * WHOLE);
    expect(await at.subWallets.collect(actor, reference())).toBe(5n * WHOLE);
    expect(await at.subWallets.collect(actor, reference())).toBe(0n);
  });

  test('are absent with a single wallet, but their remaining money can be moved back', async () => {
    const actor = await at.member({ units: 100n * WHOLE });
    await move(actor, 'in', '10');
    await divide(false);
    await expect(move(actor, 'in', '10')).rejects.toMatchObject({ code: 'sub_wallet_not_found' });
    const { isSingle, vendors } = await at.subWallets.list(actor);
    expect([isSingle, vendors]).toMatchObject([true, [{ code: 'NOVA', units: 10n * WHOLE }]]);
    expect(await at.subWallets.collect(actor, reference())).toBe(10n * WHOLE);
    expect((await at.subWallets.list(actor)).vendors).toEqual([]);
    await divide(true);
  });

  test('are not for trial accounts', async () => {
    const actor = await at.member({ type: 4, units: 100n * WHOLE });
    await expect(move(actor, 'in', '10')).rejects.toMatchObject({ code: 'in_need_true_account' });
    await expect(at.subWallets.collect(actor, reference())).rejects.toMatchObject({ code: 'in_need_true_account' });
  });

  test('neither create nor lose money, with any moves in any order', async () => {
    const step = fc.record({
      direction: fc.constantFrom('in' as const, 'out' as const),
      vassalage: fc.constantFrom('NOVA', 'HALO'),
      cents: fc.integer({ min: 1, max: 6_000 }),
      collect: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const actor = await at.member({ units: 100n * WHOLE });
        const model = new Map<string, bigint>([[HOUSE, 100n * WHOLE]]);
        const of = (key: string) => model.get(key) ?? 0n;
        for (const { direction, vassalage, cents, collect } of steps) {
          if (collect) {
            expect(await at.subWallets.collect(actor, reference())).toBe(of('NOVA') + of('HALO'));
            model
              .set(HOUSE, 100n * WHOLE)
              .set('NOVA', 0n)
              .set('HALO', 0n);
            continue;
          }
          const units = BigInt(cents) * 100n;
          const [from, to] = direction === 'in' ? [HOUSE, vassalage] : [vassalage, HOUSE];
          const result = await move(actor, direction, `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, vassalage).then(
            () => true,
            () => false,
          );
          expect(result).toBe(of(from) >= units && (direction === 'in' || model.has(vassalage)));
          if (result) model.set(from, of(from) - units).set(to, of(to) + units);
        }
        const { wallet, vendors } = await at.subWallets.list(actor);
        expect([wallet, ...['NOVA', 'HALO'].map((code) => vendors.find((vendor) => vendor.code === code)?.units)]).toEqual([
          of(HOUSE),
          of('NOVA'),
          of('HALO'),
        ]);
      }),
      { numRuns: Number(process.env.TEST_SEQUENCES ?? 25), endOnFailure: true },
    );
  });
});
