import type { VendorGame } from '../../../../../shared/seamless/games.ts';
import type { Executor } from '../../../base/db/index.ts';
import type { ProviderDefinition } from './definition.ts';
import { readProviders, saveProvider } from './store.ts';
import { isWalletInUse } from './wallet-change.ts';

/** A provider of a merchant file. */
export interface FileProvider {
  readonly definition: ProviderDefinition;
  /** All its games; undefined if they arrive by call or by a feed. */
  readonly games?: readonly VendorGame[];
}

/**
 * Stores the providers of the merchant file. One that the file does not name any more keeps settling its rounds. Returns the codes that
 * have changed; `removed` are those that left the file.
 */
export async function saveFileProviders(
  executor: Executor,
  definitions: readonly ProviderDefinition[],
  now: Date,
): Promise<{ readonly changed: readonly string[]; readonly removed: readonly ProviderDefinition[] }> {
  const stored = new Map((await readProviders(executor)).map((one) => [one.definition.code, one]));
  const changed: string[] = [];
  for (const definition of definitions) {
    const before = stored.get(definition.code);
    if (before?.source === 'file' && same(before.definition, definition)) continue;
    if (await isWalletInUse(executor, before?.definition, definition))
      throw new Error(`Members have money at ${definition.code}: its \`wallet\` cannot change before the money has come back.`);
    await saveProvider(executor, definition, { source: 'file', now });
    changed.push(definition.code);
  }
  const named = new Set(definitions.map(({ code }) => code));
  const removed = [...stored.values()].filter(({ source, definition }) => source === 'file' && !named.has(definition.code));
  for (const { definition } of removed) await saveProvider(executor, definition, { source: 'removed', now });
  return {
    changed: [...changed, ...removed.map(({ definition }) => definition.code)],
    removed: removed.map(({ definition }) => definition),
  };
}

/** Both were made by the same schema, so their keys have one order. */
function same(one: ProviderDefinition, other: ProviderDefinition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
