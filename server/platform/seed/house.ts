import { sql } from 'kysely';
import type { Logger } from 'pino';
import { keepFileChannels } from '../cashier/index.ts';
import type { Clock } from '../clock.ts';
import { writeLog } from '../console/index.ts';
import { addMerchant, completeSettings, type MerchantSettings, raiseContentVersion, readMerchant } from '../content/index.ts';
import type { House } from '../contracts.ts';
import type { Database, Executor, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { seedGames } from './demo-games.ts';
import { houseSettings } from './house-settings.ts';
import { applyFile } from './merchant-file.ts';
import { merged } from './merged.ts';

export interface HouseDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  /** Provider of the studio's games. */
  readonly studio: string;
}

/** Arbitrary number; serialises concurrent seeds. */
export const SEED_LOCK = 5_180_233;

/** Creates a merchant other than the demo: settings and the studio's games, but no accounts. */
export async function seedHouse(deps: HouseDeps, house: House): Promise<void> {
  const { db, merchant, studio } = deps;
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    await requireOwnDatabase(tx, merchant, house);
    const usual = houseSettings();
    await addMerchant(tx, merchant, merged(usual, house.settings) as MerchantSettings, false);
    await completeSettings(tx, merchant, usual);
    await takeFile(deps, tx, house);
    await takeChannels(deps, tx, house);
    if (await seedGames(tx, studio)) await raiseContentVersion(tx, merchant);
  });
}

/** Applies the file and reports the changes in the operators' log and the service log. */
export async function takeFile({ clock, log, merchant }: HouseDeps, tx: Tx, { settings }: House): Promise<void> {
  const { set, replaced, kept } = await applyFile(tx, merchant, settings);
  if (Object.keys(set).length > 0) {
    const entry = { operator: 'merchant file', action: 'settings.file', object: 'site', reason: '', address: '' };
    await writeLog(tx, { clock, merchant }, { ...entry, detail: { set, replaced } });
  }
  if (Object.keys(replaced).length > 0) log.warn({ replaced }, 'merchant file overwrote operator settings');
  if (Object.keys(kept).length > 0) log.warn({ kept }, 'operator settings differ from the merchant file and stay');
}

/** Changes of channels are written to the operators' log like settings. */
async function takeChannels({ clock, merchant }: HouseDeps, tx: Tx, { channels }: House): Promise<void> {
  if (!channels) return;
  const { currency } = (await readMerchant(tx, merchant)).settings;
  const changed = await keepFileChannels(tx, currency, channels);
  if (changed.length === 0) return;
  const entry = { operator: 'merchant file', action: 'channels.file', object: 'deposits', reason: '', address: '' };
  await writeLog(tx, { clock, merchant }, { ...entry, detail: { changed } });
}

/** One database serves one merchant. A database with demo accounts, whose passwords are public, cannot be used for a real merchant. */
export async function requireOwnDatabase(executor: Executor, merchant: string, house: House | undefined): Promise<void> {
  const rows = await executor.selectFrom('merchant').select(['code', 'demo', 'settings']).execute();
  const other = rows.find(({ code }) => code !== merchant);
  if (other) throw new Error(`The database belongs to the merchant ${other.code}; ${merchant} needs one of its own.`);
  const own = rows[0];
  if (!own || !house) return;
  if (own.demo !== house.demo)
    throw new Error(
      `The database was made ${own.demo ? 'with' : 'without'} the demo's accounts; take a new one, or say "demo": ${own.demo}.`,
    );
  const { currency } = own.settings as MerchantSettings;
  const wanted = house.settings.currency ?? currency;
  if (wanted === currency) return;
  const member = await executor.selectFrom('member').select('id').limit(1).executeTakeFirst();
  if (member) throw new Error(`The accounts are kept in ${currency}; the merchant file cannot change that to ${String(wanted)}.`);
}
