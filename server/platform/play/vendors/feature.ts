import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { membersFeature } from '../../identity/members/index.ts';
import { sessionsFeature } from '../../identity/sessions/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { contestsFeature } from '../contests/index.ts';
import type { GameDirectory, ProviderSettings, Providers, VendorDeps } from './contracts.ts';
import { endPlay, handPlayOn } from './end-play.ts';
import { removeOldEvents } from './event-store.ts';
import { lastRoundRoutes } from './last-round.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { seamlessRouter } from './router.ts';
import { removeExpired } from './store.ts';

type ObserveMessage = NonNullable<VendorDeps['onSeamless']>;

const DAY_MS = 86_400_000;

/** The seamless wallet, with which vendors book stakes and wins. Input: the integrations of vendors. */
export const vendorsFeature = defineFeature({
  name: 'vendors',
  migrations: MIGRATIONS,
  needs: {
    wallet: ledgerFeature,
    protection: protectionFeature,
    members: membersFeature,
    sessions: sessionsFeature,
    contests: contestsFeature,
  },
  create(context, { wallet, protection, members, sessions, contests }, providers: readonly ProviderSettings[] = []) {
    const { db, clock } = context;
    const directory = context.slot<GameDirectory>('directory of games');
    const observer = context.slot<ObserveMessage>('metrics of the seamless wallet');
    const games: GameDirectory = {
      find: (...one) => directory.get().find(...one),
      findMany: (...several) => directory.get().findMany(...several),
    };
    const onSeamless: ObserveMessage = (...message) => observer.get()(...message);
    const deps: VendorDeps = {
      ...context,
      ...contests,
      wallet,
      protection,
      members: members.directory,
      games,
      providers: providersByCode(providers),
      onSeamless,
    };
    sessions.play.fill({ endPlay, handPlayOn });
    return {
      api: { deps, directory, observer },
      calls: lastRoundRoutes({ db, clock, games, currencySymbol }),
      jobs: [
        { name: 'old events', cronPattern: '7,27,47 * * * *', run: () => removeOldEvents(db, clock.now()) },
        { name: 'launch tickets', cronPattern: '*/10 * * * *', run: () => removeExpired(db, new Date(clock.now().getTime() - DAY_MS)) },
      ],
      http: { seamless: seamlessRouter(deps) },
    };
  },
});

function providersByCode(providers: readonly ProviderSettings[]): Providers {
  return new Map(
    providers.map(({ code, secret, launchUrl, verifyUrl }) => [
      code,
      {
        secret,
        launchUrl: ({ ticket, gameId, language, theme }) =>
          `${launchUrl}${launchUrl.includes('?') ? '&' : '?'}${new URLSearchParams({ ticket, game: gameId, language, theme })}`,
        verifyUrl: (roundId) => (verifyUrl === undefined ? null : `${verifyUrl}/${encodeURIComponent(roundId)}`),
      },
    ]),
  );
}
