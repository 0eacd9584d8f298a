import { randomBytes } from 'node:crypto';
import type { CountryRules } from '../../../shared/rules/country-rules.ts';
import type { Clock } from '../base/clock.ts';
import type { Executor, Tx } from '../base/db/index.ts';
import { readMerchant, saveSettings } from '../merchant/index.ts';
import { createApprovals, OperatorError, type OperatorSession } from '../operators/index.ts';

export interface RegionChange {
  readonly id: string;
  readonly rules: CountryRules;
  readonly reason: string;
  readonly at: Date;
  /** Name of the proposing operator. */
  readonly by: string;
}

/** New country rules need two operators: a mistake can block all members. */
export interface Regions {
  read(executor: Executor): Promise<{ readonly rules: CountryRules; readonly waiting: RegionChange | undefined }>;
  /** Resolves with the id of the change. Only one change can wait. */
  propose(tx: Tx, by: Operator, rules: CountryRules, reason: string): Promise<string>;
  /** Second approval; the rules take effect. Resolves with the old and the new rules. */
  approve(tx: Tx, by: Operator, id: string, reason: string): Promise<{ before: CountryRules; after: CountryRules }>;
  /** Open to every operator with this right, including the one who proposed it. */
  reject(tx: Tx, id: string): Promise<void>;
}

type Operator = Pick<OperatorSession, 'operatorId' | 'name'>;
const KIND = 'regions';
const CONSENT = 'apply';
const subjectOf = (id: string): string => `regions:${id}`;

export function createRegions(deps: { readonly clock: Clock; readonly merchant: string }): Regions {
  const { clock, merchant } = deps;
  const approvals = createApprovals(deps);
  const waiting = (executor: Executor) =>
    executor
      .selectFrom('site_change')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('kind', '=', KIND)
      .where('status', '=', 'waiting');
  const close = (tx: Tx, id: string, status: 'done' | 'rejected') =>
    tx.updateTable('site_change').set({ status, closed_at: clock.now() }).where('id', '=', id).execute();
  const locked = async (tx: Tx, id: string) => {
    const row = await waiting(tx).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new OperatorError('regionsClosed');
    return row;
  };

  return {
    async read(executor) {
      const [{ settings }, row] = await Promise.all([readMerchant(executor, merchant), waiting(executor).executeTakeFirst()]);
      if (!row) return { rules: settings.regions, waiting: undefined };
      const [first] = await approvals.of(executor, subjectOf(row.id), CONSENT);
      const { id, body, reason, created_at } = row;
      return { rules: settings.regions, waiting: { id, rules: body as CountryRules, reason, at: created_at, by: first?.name ?? '' } };
    },
    async propose(tx, by, rules, reason) {
      const id = randomBytes(12).toString('hex');
      const added = await tx
        .insertInto('site_change')
        .values({
          id,
          merchant,
          kind: KIND,
          body: JSON.stringify(rules),
          reason,
          status: 'waiting',
          created_at: clock.now(),
          closed_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows === 0n) throw new OperatorError('regionsWait');
      await approvals.record(tx, { subject: subjectOf(id), action: CONSENT, operatorId: by.operatorId, reason });
      return id;
    },
    async approve(tx, by, id, reason) {
      const row = await locked(tx, id);
      const consents = await approvals.of(tx, subjectOf(id), CONSENT);
      if (consents.some(({ name }) => name === by.name)) throw new OperatorError('approvalRepeated');
      await approvals.record(tx, { subject: subjectOf(id), action: CONSENT, operatorId: by.operatorId, reason });
      await close(tx, id, 'done');
      // Serialised: settings are one JSON document.
      await tx.selectFrom('merchant').select('code').where('code', '=', merchant).forUpdate().execute();
      const { settings } = await readMerchant(tx, merchant);
      const after = row.body as CountryRules;
      const regions = { ...after, allowedCountries: [...after.allowedCountries], deniedCountries: [...after.deniedCountries] };
      await saveSettings(tx, merchant, { ...settings, regions });
      return { before: settings.regions, after };
    },
    async reject(tx, id) {
      await locked(tx, id);
      await close(tx, id, 'rejected');
    },
  };
}
