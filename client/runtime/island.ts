import type { ComponentType } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';

/**
 * When an island hydrates. `interaction`: on the first pointer, key or focus event, which is replayed once. `member`: `idle` for members,
 * `interaction` for visitors, whose first page then needs no React. `use`: `idle` for members; for visitors with the first touch, key or
 * scroll of the page. `entry`: as `use` on touch screens without a remembered login to fill in, otherwise `load`, because the first field gets the
 * focus. `never`: personal HTML without script.
 */
export type HydrateOn = 'load' | 'idle' | 'visible' | 'interaction' | 'member' | 'use' | 'entry' | 'never';

/** JSON sent in an attribute: plain data, dates already formatted. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain | undefined };
// biome-ignore lint/suspicious/noExplicitAny: props of different islands share only JSON here
export type PlainProps = any;

/**
 * The component of `client/islands/<feature>/<name>.island.tsx` with the locale keys of `island-texts.ts` of that folder. The server renders
 * it (with its own root and the id prefix `<id>-`) and the browser hydrates it with the same props. Both create `t` from `texts`.
 */
export interface IslandModule<Props = PlainProps> {
  readonly default: IslandComponent<Props>;
  /** Locale keys of the island; plural forms by their base key. */
  readonly texts: readonly string[];
}

/** Props of every island besides its own. */
export interface IslandContext {
  readonly t: Translate;
  /** BCP 47. */
  readonly languageTag: string;
}

export type IslandComponent<Props = PlainProps> = ComponentType<Props & IslandContext> & {
  /**
   * Loads parts that only some visitors need (member parts, an open dialog) before the island hydrates. The server has
   * them from the start.
   */
  prepare?(props: Props): Promise<unknown> | undefined;
};
