import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { addMerchant, completeSettings, type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import { saveFileChannels } from '../../money/deposit/index.ts';
import { writeLog } from '../../operators/index.ts';
import type { MerchantConfig } from './contracts.ts';
import { applyAgents, type FileAgentDeps } from './file-agents.ts';
import { applyVendors } from './file-vendors.ts';
import { initialSettings } from './initial-settings.ts';
import { applyFile } from './merchant-file.ts';
import { merged } from './merged.ts';
import { requireOwnDatabase } from './own-database.ts';
import { warnOfUnknownVendors } from './unknown-vendors.ts';

export interface SeedMerchantDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  /** Provider of the studio's games. */
  readonly studio: string;
}

/** Arbitrary number; serialises concurrent seeds. */
export const SEED_LOCK = 5_180_233;

/** Creates a merchant other than the demo: settings, deposit channels, games and first agents of its file, but no other accounts. */
export async function seedMerchant(deps: SeedMerchantDeps & FileAgentDeps, config: MerchantConfig): Promise<void> {
  const { db, merchant } = deps;
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    await requireOwnDatabase(tx, merchant, config);
    const defaults = initialSettings(config.settings.currency as string | undefined);
    await addMerchant(tx, merchant, merged(defaults, config.settings) as MerchantSettings, false);
    await completeSettings(tx, merchant, defaults);
    await applyMerchantFile(deps, tx, config);
    await applyChannels(deps, tx, config);
    await applyVendors(deps, tx, config.vendors ?? {});
    await warnOfUnknownVendors(deps, tx);
    await applyAgents(deps, tx, config.agents ?? []);
  });
}

/** Applies the file and reports the changes in the operators' log and the service log. */
export async function applyMerchantFile({ clock, log, merchant }: SeedMerchantDeps, tx: Tx, { settings }: MerchantConfig): Promise<void> {
  const { set, replaced, operatorValues } = await applyFile(tx, merchant, settings);
  if (Object.keys(set).length > 0) {
    const entry = { operator: 'merchant file', action: 'settings.file' as const, object: 'site', reason: '', address: '' };
    await writeLog(tx, { clock, merchant }, { ...entry, detail: { set, replaced } });
  }
  if (Object.keys(replaced).length > 0) log.warn({ replaced }, 'merchant file overwrote operator settings');
  if (Object.keys(operatorValues).length > 0)
    log.warn({ kept: operatorValues }, 'operator settings differ from the merchant file and stay');
}

/** Changes of channels are written to the operators' log like settings. */
async function applyChannels({ clock, merchant }: SeedMerchantDeps, tx: Tx, { channels }: MerchantConfig): Promise<void> {
  if (!channels) return;
  const { currency } = (await readMerchant(tx, merchant)).settings;
  const changed = await saveFileChannels(tx, currency, channels);
  if (changed.length === 0) return;
  const entry = { operator: 'merchant file', action: 'channels.file' as const, object: 'deposits', reason: '', address: '' };
  await writeLog(tx, { clock, merchant }, { ...entry, detail: { changed } });
}
