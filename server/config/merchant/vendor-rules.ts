import { STUDIO_GAMES, STUDIO_VENDORS } from '../../../shared/games/contract.ts';
import { parseInputAmount } from '../../../shared/money/money.ts';
import { createOffer } from '../../platform/play/games/index.ts';
import { pictureOrigins, walletProblems } from '../../platform/play/vendors/index.ts';
import { read } from '../read-value.ts';
import type { Problem } from './paths.ts';
import { problem, type Rule, type RuleInput } from './rule.ts';
import { isUsableKey } from './vendor-keys.ts';
import type { ProviderOfFile, VendorsOfFile } from './vendors-schema.ts';

type Finding = Problem | false | undefined;

export const vendorRule: Rule = {
  needs: ['vendors', 'upstreams', 'publicUrl', 'settings.currency'],
  find: (input) => {
    const { vendors, upstreams } = input.file;
    if (!vendors) return [];
    // `builtIn` alone has no effect there and may stay.
    if (upstreams)
      return [
        vendors.providers &&
          problem('vendors.providers', vendors.providers, 'removed: a remote platform (`upstreams`) has its own vendors'),
      ];
    const { builtIn = [], providers = [] } = vendors;
    return [
      ...builtIn.map((pattern, index) => unknownPattern(pattern, `vendors.builtIn[${index}]`)),
      ...providers.flatMap((provider, index) =>
        providerProblems(provider, `vendors.providers[${index}]`, input, providers.slice(0, index)),
      ),
    ];
  },
};

/** A pattern without a game is a typing error. */
function unknownPattern(pattern: string, at: string): Finding {
  const isOffered = createOffer([pattern.replace(/^!/, '')]);
  const isKnown = STUDIO_GAMES.some(({ gameId, vassalage }) => isOffered({ id: gameId, vendor: vassalage }));
  return (
    !isKnown && problem(at, pattern, `a pattern of built-in games; their vendors: ${STUDIO_VENDORS.map(({ code }) => code).join(', ')}`)
  );
}

function providerProblems(
  provider: ProviderOfFile,
  at: string,
  { settings, environment, file }: RuleInput,
  earlier: NonNullable<VendorsOfFile['providers']>,
): readonly Finding[] {
  const { code, keyVariable, currencies, launchUrl } = provider;
  const site = read(environment, 'PUBLIC_URL') ?? file.publicUrl;
  const isOnSite = site !== undefined && URL.canParse(site) && new URL(site).origin === new URL(launchUrl).origin;
  // A portal of its own verifies no signature.
  const needsKey = read(environment, 'ROLE') !== 'portal' && keyVariable !== undefined;
  return [
    earlier.some((one) => one.code === code) && problem(`${at}.code`, code, 'the code of one provider only'),
    needsKey &&
      !isUsableKey(read(environment, keyVariable)) &&
      problem(`${at}.keyVariable`, keyVariable, 'a variable of the environment with the key, at least 32 characters'),
    currencies.length > 0 &&
      !currencies.includes(settings.currency) &&
      problem(`${at}.currencies`, currencies, `a list with the currency of the merchant, ${settings.currency}`),
    // A vendor's page on the site's own origin could act as the player.
    isOnSite && problem(`${at}.launchUrl`, launchUrl, 'on a host other than the site itself'),
    ...vendorProblems(provider, at, earlier),
    ...sourceProblems(provider, at),
    ...pictureProblems(provider, at),
    ...walletProblems(provider, settings.transfers.isSingle).map(([key, value, wanted]) => problem(`${at}.${key}`, value, wanted)),
  ];
}

function vendorProblems({ vendors, games = [] }: ProviderOfFile, at: string, earlier: readonly ProviderOfFile[]): readonly Finding[] {
  const taken = new Set([...STUDIO_VENDORS.map(({ code }) => code), ...earlier.flatMap((one) => one.vendors.map(({ code }) => code))]);
  const takenGames = new Set([
    ...STUDIO_GAMES.map(({ gameId }) => gameId),
    ...earlier.flatMap((one) => (one.games ?? []).map(({ id }) => id)),
  ]);
  return [
    ...vendors.flatMap(({ code }, index) => [
      taken.has(code) && problem(`${at}.vendors[${index}].code`, code, 'a code that no built-in vendor and no other provider has'),
      vendors.findIndex((one) => one.code === code) < index && problem(`${at}.vendors[${index}].code`, code, 'the code of one vendor only'),
    ]),
    ...games.flatMap(({ id, vendor, minBet, maxBet }, index) => [
      takenGames.has(id) && problem(`${at}.games[${index}].id`, id, 'an id that no built-in game and no other provider has'),
      games.findIndex((one) => one.id === id) < index && problem(`${at}.games[${index}].id`, id, 'the id of one game only'),
      minBet !== undefined &&
        maxBet !== undefined &&
        (parseInputAmount(minBet) ?? 0n) > (parseInputAmount(maxBet) ?? 0n) &&
        problem(`${at}.games[${index}].minBet`, minBet, `at most maxBet, ${maxBet}`),
      vendor !== undefined &&
        !vendors.some(({ code }) => code === vendor) &&
        problem(`${at}.games[${index}].vendor`, vendor, `one of \`vendors\`: ${vendors.map(({ code }) => code).join(', ')}`),
    ]),
  ];
}

/** Two sources would withdraw each other's games. */
function sourceProblems({ games, gamesFile, feed, permissions }: ProviderOfFile, at: string): readonly Finding[] {
  const sources = [games && 'games', gamesFile && 'gamesFile', feed && 'feed', permissions.includes('games') && 'the permission `games`'];
  const given = sources.filter((source) => source !== undefined && source !== false);
  return [given.length > 1 && problem(at, given, 'one source of games only')];
}

function pictureProblems(provider: ProviderOfFile, at: string): readonly Finding[] {
  const origins = pictureOrigins(provider);
  const isForeign = (picture: string | undefined) => picture !== undefined && !origins.includes(new URL(picture).origin);
  const wanted = 'on the host of launchUrl or on one of `pictureHosts`';
  return [
    ...provider.vendors.map(({ picture }, index) => isForeign(picture) && problem(`${at}.vendors[${index}].picture`, picture, wanted)),
    ...(provider.games ?? []).map(({ picture }, index) => isForeign(picture) && problem(`${at}.games[${index}].picture`, picture, wanted)),
  ];
}
