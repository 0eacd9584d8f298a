import type { Executor } from '../../base/db/index.ts';
import { type MerchantSettings, readMerchant, saveSettings } from '../../merchant/index.ts';
import { isTree, leafAt, leavesOf, merged, treeOf } from './merged.ts';

/** Result of applying a merchant file; keys are paths ("deposits.maxOpen"). */
export interface Applied {
  /** Values taken from the file. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Operators' values overwritten because the file has changed since. */
  readonly replaced: Readonly<Record<string, unknown>>;
  /** Operators' values that stay, because the file has not changed. */
  readonly operatorValues: Readonly<Record<string, unknown>>;
}

/**
 * Applies the file to the settings value by value: a changed value of the file is taken; an unchanged one does not overwrite an operator's
 * change.
 */
export async function applyFile(tx: Executor, code: string, fileValues: Readonly<Record<string, unknown>>): Promise<Applied> {
  const row = await tx.selectFrom('merchant').select('file').where('code', '=', code).forUpdate().executeTakeFirstOrThrow();
  const { settings } = await readMerchant(tx, code);
  const before = isTree(row.file) ? row.file : {};
  const applied = compare(settings, before, fileValues);
  const changes = Object.entries(applied.set);
  if (changes.length > 0) {
    const next = changes.reduce<object>((storedValue, [path, value]) => merged(storedValue, treeOf(path.split('.'), value)), settings);
    await saveSettings(tx, code, next as MerchantSettings);
  }
  await tx
    .updateTable('merchant')
    .set({ file: JSON.stringify(fileValues) })
    .where('code', '=', code)
    .execute();
  return applied;
}

function compare(stored: object, before: object, fileValues: object): Applied {
  const applied = { set: {}, replaced: {}, operatorValues: {} } as { [K in keyof Applied]: Record<string, unknown> };
  for (const [path, fileValue] of leavesOf(fileValues)) {
    const [storedValue, previousFileValue] = [leafAt(stored, path), leafAt(before, path)];
    if (same(storedValue, fileValue)) continue;
    const name = path.join('.');
    const byOperator = previousFileValue !== undefined && !same(storedValue, previousFileValue);
    if (byOperator && same(previousFileValue, fileValue)) {
      applied.operatorValues[name] = storedValue;
      continue;
    }
    applied.set[name] = fileValue;
    if (byOperator) applied.replaced[name] = storedValue;
  }
  return applied;
}

/** The database does not preserve the order of an object's keys. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, storedValue]) => [key, sorted(storedValue)]),
  );
}
