import type { ComponentType } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';

/**
 * When an island hydrates. `interaction`: on the first pointer, key or focus; that event is replayed once. `never`: it is
 * HTML of one visitor and needs no script.
 */
export type Wake = 'load' | 'idle' | 'visible' | 'interaction' | 'never';

/** JSON that travels in an attribute: plain data, money and dates already formatted. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain | undefined };
// biome-ignore lint/suspicious/noExplicitAny: props of different islands meet here only as JSON
export type PlainProps = any;

/**
 * A module in `client/islands/<name>.tsx`. The same component is rendered by the server (its own root, id prefix
 * `<id>-`) and hydrated by the browser with the same props; `t` is made on both sides from `texts`.
 */
export interface IslandModule<Props = PlainProps> {
  readonly default: IslandComponent<Props>;
  /** Locale keys that the island uses, plural forms by their base key. */
  readonly texts: readonly string[];
}

/** What every island gets besides its own props. */
export interface IslandContext {
  readonly t: Translate;
  /** BCP 47. */
  readonly languageTag: string;
}

export type IslandComponent<Props = PlainProps> = ComponentType<Props & IslandContext> & {
  /**
   * Loads parts that only some visitors need (the member's side, a dialog that is open already) before the island is
   * hydrated. The server has them from the start.
   */
  prepare?(props: Props): Promise<unknown> | undefined;
};
