/** Words of `docs/style.md` that neither comments nor log lines nor test titles nor documents use. The field has a word for each. */
export const PROSE =
  /\b(?:anew|once more|whoever|whatever|whichever|whomever|wherever|nobody|somebody|anybody|everybody|all the same|nothing of it|beside|tells?|told|telling|untold|hears?|heard|unkept|endless|awake|asleep|wakes?|waking|woken|insists?|bury|buried|goes on|go on|went on|gone on|(?:is|are) none|none of (?:a|the|its|ours)|looks? after|looked after|says? so|kept (?:back|apart|away))\b/i;

/** Parts of identifiers: `toldAt` and `whoIsAwake` contain two each. */
export const IDENTIFIER_PARTS: ReadonlySet<string> = new Set(
  `tell tells told telling untold heard hear hears unkept endless beside anew whoever nobody somebody alone wake wakes awake woken
  waking bury buried insist insists patience owed hush`.split(/\s+/),
);

/** The texts that use a word of the list as an ordinary English word, or must quote it. Each needs its reason. */
export const ALLOWED: readonly { readonly file: RegExp; readonly why: string }[] = [
  { file: /^docs\/style\.md$/, why: 'the table of words' },
  { file: /^tests\/language/, why: 'the lists themselves' },
  {
    file: /^server\/(?:platform\/.*\/migrations\/|games\/.*migrations?\.ts|paysim\/migrations\.ts)/,
    why: 'a released migration does not change',
  },
];

/** Identifiers that are part of a stored or published format, in the files that read or write it. Each needs its reason. */
export const ALLOWED_NAMES: readonly { readonly name: string; readonly file: RegExp; readonly why: string }[] = [
  { name: 'owed', file: /^client\/games\/crash\/latest-bet\.ts$/, why: 'state of a bet in the protocol of the studio' },
];
