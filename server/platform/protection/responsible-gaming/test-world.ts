import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Database } from '../../base/db/database.ts';
import { type AfterCommit, inTransaction } from '../../base/db/transaction.ts';
import { createTranslate } from '../../base/http/translate-text.ts';
import { createSecrets } from '../../base/secrets.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { memberLegs, type TransferKind } from '../../ledger/index.ts';
import type { Policy } from '../../merchant/protection-rules.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import { createTestVendor, MERCHANT } from '../../play/vendors/test-vendor.ts';
import { createProtection, type ProtectionFeature } from './index.ts';

/** A policy without restrictions, so that a test sees the member's own limits only. */
const OPEN: Partial<Policy> = {
  stakeCeilings: [],
  depositPerMonth: null,
  sessionPerDay: null,
  minimumRoundSeconds: 0,
  checkMayBeOff: true,
};

export type TestWorld = Awaited<ReturnType<typeof createTestWorld>>;

/** A vendor with real protection, and the merchant's time zone and policy. */
export async function createTestWorld(db: Database, overrides: Partial<Policy> = {}, timeZone = 'Asia/Bangkok') {
  const vendor = createTestVendor(db);
  const { clock, wallet, hub } = vendor;
  // Fixed between steps: results at the edge of a window do not depend on the test's duration.
  let at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 10_000;
  Object.assign(clock, {
    now: () => new Date(at),
    advance: (milliseconds: number) => {
      at += milliseconds;
    },
  });
  const settings = { timeZone, defaultLanguage: 'EN', protection: { jurisdiction: 'STRICTEST', overrides: { ...OPEN, ...overrides } } };
  await db
    .insertInto('merchant')
    .values({ code: MERCHANT, settings: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ settings: JSON.stringify(settings) }))
    .execute();
  const inbox = testInbox();
  const secrets = createSecrets('a-data-key-for-tests-of-32-characters');
  const protection: ProtectionFeature = createProtection({
    db,
    clock,
    merchant: MERCHANT,
    wallet,
    hub,
    inbox,
    translate: createTranslate(),
    secrets,
  });
  Object.assign(vendor.deps, { protection });
  let last = 0;

  /** Moves money like a bet, a win or a deposit, with the same checks. Returns the refusal. */
  const order = (memberId: string, kind: TransferKind, units: bigint) =>
    inTransaction(db, async (tx, afterCommit: AfterCommit) => {
      await wallet.lockBalance(tx, memberId);
      if (kind === 'bet') {
        const refusal = await protection.refuseStake(tx, memberId, units);
        if (refusal) return refusal;
      }
      if (kind === 'deposit') {
        const refusal = await protection.refuseDeposit(tx, memberId, units);
        if (refusal) return refusal;
      }
      last += 1;
      const legs = memberLegs(memberId, 'test', kind === 'bet' || kind === 'withdrawal-paid' ? -units : units);
      await wallet.transfer(
        tx,
        { reference: `world:${memberId}:${last}`, kind, currency: 'CNY', realm: 'real', memberId, legs },
        afterCommit,
      );
      return undefined;
    });
  return {
    vendor,
    clock,
    protection,
    inbox,
    order,
    actor: (memberId: string) => testActor(memberId),
    advance: (minutes: number) => clock.advance(MINUTE_MS * minutes),
  };
}
