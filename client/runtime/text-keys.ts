/**
 * Locale keys by area: `{ wallet: 'hide show' }` gives `wallet.hide` and `wallet.show`; `lists` are added. Only the server reads the texts of
 * islands: the annotation lets the build of the browser leave out the calls in parts of islands.
 */
/* @__NO_SIDE_EFFECTS__ */
export function textKeys(areas: Readonly<Record<string, string>>, ...lists: readonly (readonly string[])[]): readonly string[] {
  const own = Object.entries(areas).flatMap(([area, names]) => names.split(/\s+/).map((name) => `${area}.${name}`));
  return [...own, ...lists.flat()];
}
