/**
 * Which built-in games a merchant offers: patterns of vendor codes and game ids, in which `*` stands for any text. `!` in front excludes.
 * The last pattern that matches a game or its vendor decides.
 */
export function createOffer(patterns: readonly string[]): (game: { readonly vendor: string; readonly id: string }) => boolean {
  const rules = patterns.map((pattern) => {
    const excludes = pattern.startsWith('!');
    return { offers: !excludes, matches: globOf(excludes ? pattern.slice(1) : pattern) };
  });
  return ({ vendor, id }) => rules.findLast(({ matches }) => matches(vendor) || matches(id))?.offers ?? false;
}

function globOf(pattern: string): (text: string) => boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join('.*');
  const expression = new RegExp(`^${source}$`);
  return (text) => expression.test(text);
}
