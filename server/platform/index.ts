import { accountRoutes, createAccounts, createMemberDirectory, createPasswords } from './accounts/index.ts';
import { cashierRoutes, createCashier } from './cashier/index.ts';
import { chatRoutes, createChatRoom } from './chat/index.ts';
import { contentRoutes, readMerchant } from './content/index.ts';
import type { Platform, PlatformDeps, Provider } from './contracts.ts';
import { createEventHub } from './events/hub.ts';
import { eventRoutes } from './events/routes.ts';
import { createFactors, factorRoutes } from './factors/index.ts';
import { createGameDirectory, createGames, gameRoutes } from './games/index.ts';
import { createHttp } from './http/http.ts';
import { createInternal } from './http/internal.ts';
import { createPayloadKeys } from './http/payload-keys.ts';
import { createSay } from './http/texts.ts';
import { createJobs } from './jobs/jobs.ts';
import { createMessages } from './messages/index.ts';
import { oauthRoutes } from './oauth/index.ts';
import { scheduleRoutes } from './schedule/index.ts';
import { createSecrets } from './secrets.ts';
import { seedDemo } from './seed/seed.ts';
import { createSessions, sessionRoutes } from './sessions/index.ts';
import { createSignIn, signInRoutes } from './sign-in/index.ts';
import { bettingRecordRoutes, endPlay, type Providers, removeExpired, removeOldEvents, seamlessRouter } from './vendors/index.ts';
import { createCodes, createHumanCheck, verificationRoutes } from './verification/index.ts';
import { createDomainSpeeds, visitorRoutes } from './visitor-service/index.ts';
import { createWallet, walletRoutes } from './wallet/index.ts';

export type { CreatePlatform, DemoAccount, Platform, PlatformDeps, Provider, ServiceSettings } from './contracts.ts';

/** Provider of the games that the seed takes over. */
export const STUDIO_PROVIDER = 'studio';
const DAY_MS = 86_400_000;

/** The platform's only door. */
export function createPlatform(deps: PlatformDeps): Platform {
  const { db, clock, log, merchant, providers, hub = createEventHub(), services = {} } = deps;
  const say = createSay();
  const secrets = createSecrets(deps.dataKey);
  const passwords = createPasswords();
  const payloadKeys = createPayloadKeys({ db, clock });
  const wallet = createWallet({ clock, hub });
  const sessions = createSessions({ clock, hub, merchant, endPlay });
  const base = { db, clock, log, merchant, secrets, services, passwords, sessions };
  const messages = createMessages({ ...base, say });
  const human = createHumanCheck(base);
  const codes = createCodes({ ...base, messages });
  const factors = createFactors(base);
  const signIn = createSignIn({ ...base, factors, codes, messages });
  const entry = { ...base, messages, human, codes, factors, signIn };
  const accounts = createAccounts({ ...entry, wallet });
  const cashier = createCashier({ db, wallet, clock });
  const chat = createChatRoom({ db, clock, merchant });
  const games = createGameDirectory();
  const vendors = { db, wallet, clock, log, games, members: createMemberDirectory(), providers: providersByCode(providers) };
  const catalogue = createGames({ db, clock, merchant, vendors, currencySymbol });
  const domainSpeeds = createDomainSpeeds({ db, merchant, privateDomains: services.privateDomains === true });
  const timeZone = async () => (await readMerchant(db, merchant)).settings.timeZone;

  const http = createHttp({
    calls: [
      ...signInRoutes(entry),
      ...sessionRoutes({ ...entry, payloadKeys }),
      ...accountRoutes({ db, merchant, accounts }),
      ...verificationRoutes(entry),
      ...factorRoutes(entry),
      ...oauthRoutes({ ...entry, wallet, accounts }),
      ...contentRoutes({ db, clock, merchant, services }),
      ...visitorRoutes({ ...entry, domainSpeeds }),
      ...walletRoutes({ db, wallet, clock, currencySymbol }),
      ...cashierRoutes({ cashier }),
      ...chatRoutes({ chat }),
      ...gameRoutes({ games: catalogue, say, currencySymbol }),
      ...scheduleRoutes({ db, clock, games: catalogue, providers: vendors.providers }),
      ...bettingRecordRoutes({ ...vendors, currencySymbol, timeZone }),
      ...eventRoutes({ db, clock, hub, wallet, sessions }),
    ],
    merchant,
    log,
    say,
    resolveActor: (token) => sessions.resolve(db, token),
    openPayload: payloadKeys.open,
    seamless: seamlessRouter(vendors),
    internal: createInternal({ db, messages, chat }),
  });
  const jobs = createJobs(
    [
      { name: 'sessions', when: '*/10 * * * *', run: () => sessions.sweep(db) },
      { name: 'sign-ins', when: '*/10 * * * *', run: signIn.sweep },
      { name: 'challenges', when: '*/10 * * * *', run: human.sweep },
      { name: 'codes', when: '*/10 * * * *', run: codes.sweep },
      { name: 'factors', when: '*/10 * * * *', run: factors.sweep },
      { name: 'forgotten passwords', when: '*/2 * * * * *', run: accounts.answerResets },
      { name: 'password resets', when: '*/10 * * * *', run: accounts.sweep },
      { name: 'outbox', when: '*/5 * * * * *', run: messages.flush },
      { name: 'old messages', when: '41 3 * * *', run: messages.sweep },
      { name: 'old chat', when: '23 4 * * *', run: chat.sweep },
      { name: 'payloads', when: '*/5 * * * *', run: payloadKeys.sweep },
      { name: 'payload key', when: '17 3 * * *', run: payloadKeys.rotate },
      { name: 'deposits', when: '* * * * *', run: () => cashier.expire(db) },
      { name: 'domain speeds', when: '*/2 * * * *', run: domainSpeeds.measure },
      { name: 'old events', when: '7,27,47 * * * *', run: () => removeOldEvents(db, clock.now()) },
      { name: 'launch tickets', when: '*/10 * * * *', run: () => removeExpired(db, new Date(clock.now().getTime() - DAY_MS)) },
    ],
    log,
  );

  return {
    app: http.app,
    start: jobs.start,
    runJob: jobs.run,
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
