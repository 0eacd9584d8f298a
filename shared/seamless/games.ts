import * as v from 'valibot';
import { GAME_CATEGORIES, VOLATILITIES } from '../constants.ts';
import { parseInputAmount } from '../money/money.ts';

/** Games in one `games` request; a file or a feed may have more. */
export const MAX_GAMES_IN_REQUEST = 50;
/** Games of one provider. */
export const MAX_GAMES = 5_000;

/** The address of a picture; plain http on loopback only. */
const PICTURE =
  /^(?:https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?\/[\w./~%+?&=@:,;!$*()-]*$/;

const line = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));
const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));
const code = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{2,16}$/, '2 to 16 letters, digits or _'));
const picture = v.pipe(v.string(), v.maxLength(500), v.regex(PICTURE, 'https://, host and path'));
const flag = v.optional(v.boolean(), false);
const amount = v.pipe(
  v.string(),
  v.check((text) => (parseInputAmount(text) ?? 0n) > 0n, 'an amount above zero as text, such as "0.20"'),
);
const percent = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^\d{1,3}(?:\.\d{1,2})?$/, 'a percentage such as "96.50"'),
  v.transform((text) => Number(text).toFixed(2)),
  v.check((text) => Number(text) <= 100, 'at most 100'),
);
const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/** A brand under which a provider's games are listed. */
export const vendorBrand = v.strictObject({
  code: described(code, 'In addresses and records of the site; of one provider only.'),
  name: described(line(64), 'As players read it.'),
  picture: described(v.optional(picture), 'Wide picture of the brand, on a host of `pictureHosts`.'),
  hot: described(flag, 'Promoted.'),
  popup: described(flag, 'A click opens the list of its games instead of a game.'),
  order: described(v.optional(position), 'Position among the vendors, the lowest first; default: in the order of the list.'),
});
export type VendorBrand = v.InferOutput<typeof vendorBrand>;

/** A game as its vendor describes it. Unknown keys are ignored. */
export const vendorGame = v.object({
  id: described(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/, '1 to 64 letters, digits, _ . or -')), 'Of one provider only.'),
  name: described(line(80), 'As players read it.'),
  vendor: described(v.optional(code), 'Brand of the game, one of `vendors`; default: the first.'),
  category: described(v.picklist(GAME_CATEGORIES, `one of ${GAME_CATEGORIES.join(', ')}`), 'Page on which the game is listed.'),
  type: described(
    v.optional(v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{0,31}$/, 'capital letters, digits and _')), 'OTHER'),
    'Filter of the page.',
  ),
  picture: described(v.optional(picture), 'Upright picture (3:4) on a host of `pictureHosts`; without it the name is shown.'),
  lines: described(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0), 'Lines of a slot.'),
  rtp: described(v.optional(v.nullable(percent)), 'Return to player in percent.'),
  volatility: described(v.optional(v.nullable(v.picklist(VOLATILITIES))), 'Of a slot.'),
  minBet: described(v.optional(amount), 'Least stake; default: one cent of a euro in the currency of the merchant.'),
  maxBet: described(v.optional(amount), 'Largest stake.'),
  order: described(v.optional(position), 'Position, the lowest first; default: in the order of the list.'),
  trial: described(flag, 'Free play with play money is possible.'),
  hot: described(flag, 'Promoted.'),
  new: described(flag, 'New.'),
  maintenance: described(flag, 'Closed by the vendor: listed, but not to be opened.'),
  offered: described(v.optional(v.boolean(), true), 'False: not listed any more. Records still name the game.'),
});
export type VendorGame = v.InferOutput<typeof vendorGame>;

/** `games` request: games that are new or have changed. Items are read one by one, so that a malformed one costs only itself. */
export const seamlessGames = v.strictObject({
  games: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(MAX_GAMES_IN_REQUEST)),
});

/** Reads games one by one. `rejected` names the others by id, or by position, with the field. */
export function readVendorGames(items: readonly unknown[]): {
  readonly games: readonly VendorGame[];
  readonly rejected: readonly string[];
} {
  const games = new Map<string, VendorGame>();
  const rejected: string[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = v.safeParse(vendorGame, item);
    if (parsed.success) games.set(parsed.output.id, parsed.output);
    else rejected.push(`${nameOf(item, index)} (${v.getDotPath(parsed.issues[0]) ?? 'game'})`);
  }
  return { games: [...games.values()], rejected };
}

function nameOf(item: unknown, index: number): string {
  const id = typeof item === 'object' && item !== null ? (item as { readonly id?: unknown }).id : undefined;
  return typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : `#${index + 1}`;
}
