import {
  accountRoutes,
  createAccounts,
  createMemberDirectory,
  createPasswords,
  createPayloadKeys,
  createSessions,
} from './accounts/index.ts';
import { cashierRoutes, createCashier } from './cashier/index.ts';
import { contentRoutes, readMerchant } from './content/index.ts';
import type { Platform, PlatformDeps, Provider } from './contracts.ts';
import { createEventHub } from './events/hub.ts';
import { eventRoutes } from './events/routes.ts';
import { createGameDirectory, createGames, gameRoutes } from './games/index.ts';
import { createHttp } from './http/http.ts';
import { createInternal } from './http/internal.ts';
import { createSay } from './http/texts.ts';
import { createJobs } from './jobs/jobs.ts';
import { seedDemo } from './seed/seed.ts';
import { bettingRecordRoutes, endPlay, type Providers, removeExpired, seamlessRouter } from './vendors/index.ts';
import { createWallet, walletRoutes } from './wallet/index.ts';

export type { CreatePlatform, DemoAccount, Platform, PlatformDeps, Provider } from './contracts.ts';

/** Provider of the games that the seed takes over. */
export const STUDIO_PROVIDER = 'studio';
const DAY_MS = 86_400_000;

/** The platform's only door. */
export function createPlatform({ db, clock, log, merchant, providers, hub = createEventHub() }: PlatformDeps): Platform {
  const say = createSay();
  const passwords = createPasswords();
  const sessions = createSessions({ clock });
  const payloadKeys = createPayloadKeys({ db, clock });
  const wallet = createWallet({ clock, hub });
  const accounts = createAccounts({ db, clock, hub, merchant, wallet, passwords, sessions, endPlay });
  const cashier = createCashier({ db, wallet, clock });
  const games = createGameDirectory();
  const vendors = { db, wallet, clock, log, games, members: createMemberDirectory(), providers: providersByCode(providers) };
  const catalogue = createGames({ db, clock, vendors, currencySymbol });
  const timeZone = async () => (await readMerchant(db, merchant)).settings.timeZone;

  const http = createHttp({
    calls: [
      ...accountRoutes({ accounts, payloadKeys }),
      ...contentRoutes({ db, clock, merchant }),
      ...walletRoutes({ db, wallet, clock, currencySymbol }),
      ...cashierRoutes({ cashier }),
      ...gameRoutes({ games: catalogue, say }),
      ...bettingRecordRoutes({ ...vendors, currencySymbol, timeZone }),
      ...eventRoutes({ db, clock, hub, wallet, sessions }),
    ],
    merchant,
    log,
    say,
    resolveActor: (token) => sessions.resolve(db, token),
    openPayload: payloadKeys.open,
    seamless: seamlessRouter(vendors),
    internal: createInternal({ db }),
  });
  const jobs = createJobs(
    [
      { name: 'accounts', when: '*/10 * * * *', run: accounts.sweep },
      { name: 'payloads', when: '*/5 * * * *', run: payloadKeys.sweep },
      { name: 'payload key', when: '17 3 * * *', run: payloadKeys.rotate },
      { name: 'deposits', when: '* * * * *', run: () => cashier.expire(db) },
      { name: 'launch tickets', when: '*/10 * * * *', run: () => removeExpired(db, new Date(clock.now().getTime() - DAY_MS)) },
    ],
    log,
  );

  return {
    app: http.app,
    start: jobs.start,
    async close() {
      http.endStreams();
      await jobs.stop();
    },
    seed: () => seedDemo({ db, merchant, accounts, passwords, wallet, say, studio: STUDIO_PROVIDER }),
  };
}

/** What a currency is written with on screen ("$"). */
function currencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

function providersByCode(providers: readonly Provider[]): Providers {
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
