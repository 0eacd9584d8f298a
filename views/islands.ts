import type { IslandModule } from '../client/runtime/island.ts';

const modules = import.meta.glob<IslandModule>(['../client/islands/*.tsx', './personal/*.tsx', '!../client/islands/*.test.tsx'], {
  eager: true,
});

/** The islands as the server renders them, by name; the browser loads the same modules on demand, but for `personal`. */
export const ISLANDS: ReadonlyMap<string, IslandModule> = new Map(
  Object.entries(modules).map(([path, island]) => [path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length), island]),
);
