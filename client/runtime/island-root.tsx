import type { ReactElement } from 'react';
import { type Texts, translator } from '../../shared/i18n/translate.ts';
import { ImageHost } from '../ui/image-host.ts';
import type { IslandComponent, PlainProps } from './island.ts';

/** Data of an island sent from the server to the browser in attributes of its element. */
export interface IslandData {
  readonly props: PlainProps;
  readonly texts: Texts;
  /** BCP 47. */
  readonly languageTag: string;
  /** Origin of the page's pictures, empty for the site's own. */
  readonly imageHost: string;
}

/**
 * The root of one island, the same on both sides: the server renders it separately and the browser hydrates it, each
 * with `identifierPrefix` = `islandPrefix(id)`.
 */
export function islandRoot(component: IslandComponent, data: IslandData): ReactElement {
  const Island = component;
  return (
    <ImageHost value={data.imageHost}>
      <Island {...data.props} t={translator(data.texts, data.languageTag)} languageTag={data.languageTag} />
    </ImageHost>
  );
}

export function islandPrefix(id: string): string {
  return `${id}-`;
}
