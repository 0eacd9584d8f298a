import type { Logger } from 'pino';
import { islandPrefix, islandRoot } from '../../../client/runtime/island-root.tsx';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { PersonalView, PlacedIsland } from '../../../views/components/island.tsx';
import { ISLANDS } from '../../../views/islands.ts';
import { renderTree } from './render-tree.ts';
import type { PickTexts } from './texts.ts';

/** Address of the script of an island; undefined without a browser build. */
type ScriptOf = (name: string) => string | undefined;

export interface IslandRenderer {
  /** The element of an island with its HTML, props and texts; empty if the island cannot be rendered. */
  html(island: PlacedIsland, id: string, language: Language, visitor: PersonalView, imageHost?: string): Promise<string>;
}

/** A failing island is logged and left out, so that the page is still served. */
export function createIslandRenderer(pickTexts: PickTexts, log: Logger, scriptOf: ScriptOf, modules = ISLANDS): IslandRenderer {
  return {
    async html(island, id, language, visitor, imageHost = '') {
      const module = modules.get(island.name);
      if (!module) {
        log.error({ island: island.name }, 'unknown island');
        return '';
      }
      try {
        const props = typeof island.props === 'function' ? island.props(visitor) : island.props;
        const data = { props, texts: pickTexts(language, module.texts), languageTag: language.tag, imageHost };
        const html = await renderTree(islandRoot(module.default, data), islandPrefix(id));
        return island.hydrate === 'never' ? html : element(island, id, scriptOf(island.name), data) + html + END;
      } catch (error) {
        log.error({ err: error, island: island.name }, 'island failed to render');
        return '';
      }
    },
  };
}

const END = '</lagoon-island>';

interface IslandData {
  readonly props: unknown;
  readonly texts: unknown;
  readonly languageTag: string;
}

function element({ name, hydrate }: PlacedIsland, id: string, src = '', { props, texts, languageTag }: IslandData): string {
  const attributes = { id, name, src, hydrate, props: JSON.stringify(props), texts: JSON.stringify(texts), lang: languageTag };
  return `<lagoon-island${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('')}>`;
}
