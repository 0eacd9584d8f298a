import * as v from 'valibot';
import { MAX_GAMES, vendorGame } from '../../../shared/seamless/games.ts';
import { providerDefinition } from '../../platform/play/vendors/index.ts';

const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));
const pattern = v.pipe(v.string(), v.regex(/^!?[A-Za-z0-9_.*-]{1,64}$/, 'a vendor code or game id, in which * stands for any text'));
const gamesFile = v.pipe(
  v.string(),
  v.regex(/^(?!\/)(?!.*\.\.(?:\/|$))[\w./-]+\.json$/, "a path below the file's folder that ends in .json"),
);

const provider = v.strictObject({
  ...providerDefinition.entries,
  games: described(
    v.optional(v.pipe(v.array(v.strictObject(vendorGame.entries)), v.maxLength(MAX_GAMES))),
    'Its games. Instead: `gamesFile`, `feed`, or the permission `games`.',
  ),
  gamesFile: described(v.optional(gamesFile), 'File with its games: a list, or `{ "games": [...] }`, with the keys of `games[]`.'),
});

/** Games of the merchant: which built-in ones, and outside providers. */
export const vendorsSchema = v.strictObject({
  builtIn: described(
    v.optional(v.array(pattern)),
    'Built-in games that are offered: patterns of vendor codes and game ids, such as `["NOVA", "JADE_*", "!NOVA_POLAR_*"]`; `["*"]`: all. The last pattern that matches decides. Without it a new merchant has none, an existing one keeps its games, and a demo has all.',
  ),
  providers: described(
    v.optional(v.array(provider)),
    'Providers of other games (`docs/vendors/connect.md`). Without it those of the console are unchanged.',
  ),
});
export type VendorsOfFile = v.InferOutput<typeof vendorsSchema>;
export type ProviderOfFile = v.InferOutput<typeof provider>;
