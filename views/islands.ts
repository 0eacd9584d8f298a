import type { IslandTexts } from '../client/islands/island-props.ts';
import type { IslandComponent, IslandModule } from '../client/runtime/island.ts';

const components = import.meta.glob<IslandComponent>('../client/islands/*/*.island.tsx', { eager: true, import: 'default' });
const texts = import.meta.glob<IslandTexts>('../client/islands/*/island-texts.ts', { eager: true, import: 'TEXTS' });
const personal = import.meta.glob<IslandModule>('./personal/*.tsx', { eager: true });
const textsByName: Readonly<Record<string, readonly string[]>> = Object.assign({}, ...Object.values(texts));

/** The islands by name, as rendered by the server; the browser loads the same components on demand, except `personal`. */
export const ISLANDS: ReadonlyMap<string, IslandModule> = new Map([
  ...Object.entries(components).map(([path, component]) => withTexts(nameOf(path, '.island.tsx'), component)),
  ...Object.entries(personal).map(([path, island]) => [nameOf(path, '.tsx'), island] as const),
]);

function withTexts(name: string, component: IslandComponent): readonly [string, IslandModule] {
  return [name, { default: component, texts: textsByName[name] ?? [] }];
}

function nameOf(path: string, ending: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -ending.length);
}
