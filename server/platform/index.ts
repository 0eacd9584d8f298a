import { createRegionJudge } from './access/region.ts';
import { accountRoutes, createAccounts, createMemberDirectory, createPasswords } from './accounts/index.ts';
import { createDeposits } from './cashier/index.ts';
import { chatRoutes, createChatRoom } from './chat/index.ts';
import { createClockGuard } from './clock-guard.ts';
import { createConsole } from './console/index.ts';
import { contentRoutes, createNews, readMerchant, sweepPictures } from './content/index.ts';
import { createContests, createOpponents } from './contests/index.ts';
import type { Platform, PlatformDeps, Provider } from './contracts.ts';
import { createRotation } from './data-key/index.ts';
import type { Executor } from './db/database.ts';
import { createEventHub } from './events/hub.ts';
import { eventRoutes } from './events/routes.ts';
import { createFactors, factorRoutes } from './factors/index.ts';
import { createFeedback, feedbackRoutes } from './feedback/index.ts';
import { observePlatform } from './figures/index.ts';
import { createGameDirectory, createGames, gameRoutes } from './games/index.ts';
import { createHttp } from './http/http.ts';
import { createInternal } from './http/internal.ts';
import { createPayloadKeys } from './http/payload-keys.ts';
import { createSay } from './http/texts.ts';
import { createInbox, inboxRoutes } from './inbox/index.ts';
import { createJobs, type Job } from './jobs/jobs.ts';
import { createTurns } from './jobs/turns.ts';
import { noteMissingTraits } from './links/index.ts';
import { createMessages } from './messages/index.ts';
import { missionRoutes } from './missions/index.ts';
import { oauthRoutes } from './oauth/index.ts';
import { createPaymentPassword } from './payment-password/index.ts';
import { createPayoutAccounts, payoutRoutes } from './payout-accounts/index.ts';
import { profileRoutes } from './profile/index.ts';
import { createProtection, protectionRoutes } from './protection/index.ts';
import { createBlockKeeper, recordRoutes } from './records/index.ts';
import { scheduleRoutes } from './schedule/index.ts';
import { createSecrets } from './secrets.ts';
import { seedHouse } from './seed/house.ts';
import { DEMO_PASSWORD, seedDemo } from './seed/seed.ts';
import { createSessions, sessionRoutes } from './sessions/index.ts';
import { createSignIn, signInRoutes } from './sign-in/index.ts';
import { createSubWallets, createTransfers, transferRoutes } from './transfers/index.ts';
import { createTurnover } from './turnover/index.ts';
import { createUploads, uploadRoutes } from './uploads/index.ts';
import { endPlay, handPlayOn, lastRoundRoutes, type Providers, removeExpired, removeOldEvents, seamlessRouter } from './vendors/index.ts';
import { createCodes, createHumanCheck, verificationRoutes } from './verification/index.ts';
import { createDomainSpeeds, visitorRoutes } from './visitor-service/index.ts';
import { createWallet, walletRoutes } from './wallet/index.ts';
import { createWithdrawalDesk, createWithdrawals, isPayoutAccountInUse, readTerms, withdrawalRoutes } from './withdrawals/index.ts';

export type { CreatePlatform, DemoAccount, House, Platform, PlatformDeps, Provider, ServiceSettings } from './contracts.ts';

/** Provider of the games created by the seed. */
export const STUDIO_PROVIDER = 'studio';
const DAY_MS = 86_400_000;

/** Composes the platform. */
export function createPlatform(deps: PlatformDeps): Platform {
  const { db, clock, log, merchant, providers, hub = createEventHub(), services = {} } = deps;
  const say = createSay();
  const dataKeys = typeof deps.dataKey === 'string' ? undefined : deps.dataKey;
  const secrets = typeof deps.dataKey === 'string' ? createSecrets(deps.dataKey) : deps.dataKey.secrets;
  const passwords = createPasswords(undefined, deps.passwordCost);
  const payloadKeys = createPayloadKeys({ db, clock });
  const clockGuard = createClockGuard({ db, log, now: deps.systemNow });
  const { requireTime } = clockGuard;
  const observation = observePlatform({
    ...{ clockGuard, hub },
    ...{ db, clock, log, merchant, database: deps.databaseWatch, hashesWaiting: passwords.waiting },
    jobs: () => jobs,
  });
  const { figures } = observation;
  const wallet = createWallet({ clock, hub, requireTime });
  const sessions = createSessions({ clock, hub, merchant, endPlay, handPlayOn });
  const opponents = createOpponents({ clock, secrets });
  const base = { db, clock, log, merchant, secrets, services, passwords, sessions };
  const messages = createMessages({ ...base, say });
  const human = createHumanCheck(base);
  const codes = createCodes({ ...base, messages });
  const factors = createFactors(base);
  const signIn = createSignIn({ ...base, factors, codes, messages });
  const entry = { ...base, messages, human, codes, factors, signIn };
  const accounts = createAccounts({ ...entry, wallet });
  const inbox = createInbox({ db, clock, hub, merchant, say });
  const protection = createProtection({ db, clock, merchant, wallet, hub, inbox, say, secrets });
  const turnover = createTurnover({ clock });
  const paymentPassword = createPaymentPassword({ ...base, inbox, messages });
  const payouts = { ...base, inbox, messages, paymentPassword, hasOpenPayout: isPayoutAccountInUse };
  const payoutAccounts = createPayoutAccounts(payouts);
  const subWallets = createSubWallets({ db, merchant, wallet, clock, turnover, currencySymbol });
  const sending = { db, merchant, wallet, clock, inbox, protection, turnover, paymentPassword, payoutAccounts, currencySymbol };
  const transfers = createTransfers(sending);
  const uploads = createUploads({ db, clock, merchant });
  const money = { db, clock, log, merchant, hub, secrets, wallet, inbox, protection, turnover, uploads, currencySymbol };
  const deposits = createDeposits({ ...money, gateways: deps.gateways ?? [], onPayment: figures.onPayment, requireTime });
  const terms = (executor: Executor, memberId: string) => readTerms(executor, merchant, memberId);
  const cashOut = { ...base, hub, wallet, turnover, inbox, messages, paymentPassword, payoutAccounts, uploads, terms, currencySymbol };
  const withdrawals = createWithdrawals(cashOut);
  const feedback = createFeedback({ db, clock, merchant, secrets, inbox, uploads });
  const chat = createChatRoom({ db, clock, merchant });
  const games = createGameDirectory({ clock });
  const vendors = {
    db,
    merchant,
    wallet,
    clock,
    requireTime,
    log,
    games,
    protection,
    contests: createContests({ clock, merchant, opponents, turnover }),
    opponents,
    members: createMemberDirectory(),
    providers: providersByCode(providers),
    onSeamless: figures.onSeamless,
  };
  const catalogue = createGames({ db, clock, merchant, vendors, currencySymbol });
  const news = createNews({ db, clock, hub, merchant, protection });
  const isRefused = createRegionJudge({ db, merchant });
  const domainSpeeds = createDomainSpeeds({ db, merchant, privateDomains: services.privateDomains === true });
  const timeZone = async () => (await readMerchant(db, merchant)).settings.timeZone;

  const operatorConsole = createConsole({
    ...{ ...base, say, messages, feedback, chat, wallet, inbox, protection, uploads, payoutAccounts, paymentPassword, currencySymbol },
    hub,
    memberSessions: sessions,
    opponents,
    knownPassword: services.publicSite === true ? DEMO_PASSWORD : undefined,
    depositDesk: deposits.desk,
    suspenseDesk: deposits.suspense,
    withdrawalDesk: createWithdrawalDesk(cashOut),
  });

  const http = createHttp({
    calls: [
      ...signInRoutes(entry),
      ...sessionRoutes({ ...entry, payloadKeys }),
      ...accountRoutes({ db, merchant, accounts }),
      ...verificationRoutes(entry),
      ...factorRoutes({ ...entry, paymentPassword, payoutAccounts }),
      ...payoutRoutes(payouts),
      ...uploadRoutes({ db, uploads }),
      ...profileRoutes({ ...base, messages, uploads }),
      ...oauthRoutes({ ...entry, wallet, accounts }),
      ...contentRoutes({ db, clock, merchant, services, isRefused, protection }),
      ...visitorRoutes({ ...entry, domainSpeeds }),
      ...inboxRoutes({ db, inbox }),
      ...missionRoutes(),
      ...feedbackRoutes({ feedback, human }),
      ...walletRoutes({ db, wallet, clock, protection, say, currencySymbol }),
      ...deposits.routes,
      ...transferRoutes({ transfers, subWallets, clock, currencySymbol }),
      ...withdrawalRoutes({ ...cashOut, withdrawals }),
      ...protectionRoutes({ protection: protection.member, say, currencySymbol }),
      ...chatRoutes({ chat }),
      ...gameRoutes({ games: catalogue, say, currencySymbol }),
      ...lastRoundRoutes({ db, clock, games, currencySymbol }),
      ...scheduleRoutes({ db, clock, games: catalogue, providers: vendors.providers }),
      ...recordRoutes({ ...vendors, currencySymbol, timeZone }),
      ...eventRoutes({ db, clock, hub, wallet, sessions, inbox }),
    ],
    merchant,
    log,
    say,
    resolveActor: (token, place) => sessions.resolve(db, token, place),
    openPayload: payloadKeys.open,
    isRefused,
    requireTime,
    seamless: seamlessRouter(vendors),
    payments: deposits.callbacks,
    onCall: figures.onCall,
    tracing: deps.tracing,
    internal: createInternal({
      ...{ db, merchant, messages, isDemo: deps.house?.demo ?? true, console: operatorConsole.router, readiness: observation.readiness },
      metrics: () => figures.registry.metrics(),
    }),
  });
  const allJobs: readonly Job[] = [
    { name: 'sessions', when: '*/10 * * * *', run: () => sessions.sweep(db) },
    { name: 'sign-ins', when: '*/10 * * * *', run: signIn.sweep },
    { name: 'challenges', when: '*/10 * * * *', run: human.sweep },
    { name: 'codes', when: '*/10 * * * *', run: codes.sweep },
    { name: 'factors', when: '*/10 * * * *', run: factors.sweep },
    { name: 'forgotten passwords', when: '*/2 * * * * *', everywhere: true, run: accounts.answerResets },
    { name: 'password resets', when: '*/10 * * * *', run: accounts.sweep },
    { name: 'member traits', when: '*/5 * * * *', run: () => noteMissingTraits(base) },
    ...(dataKeys
      ? [{ name: 'data key', when: '*/10 * * * * *', everywhere: true, run: createRotation({ db, log, keys: dataKeys }).run }]
      : []),
    { name: 'outbox', when: '*/5 * * * * *', everywhere: true, run: messages.flush },
    { name: 'uploads', when: '11 * * * *', run: async () => void (await Promise.all([uploads.sweep(), sweepPictures(db, clock.now())])) },
    { name: 'old messages', when: '41 3 * * *', run: messages.sweep },
    { name: 'old inbox', when: '11 4 * * *', run: inbox.sweep },
    { name: 'old chat', when: '23 4 * * *', run: chat.sweep },
    { name: 'payloads', when: '*/5 * * * *', run: payloadKeys.sweep },
    { name: 'payload key', when: '17 3 * * *', run: payloadKeys.rotate },
    { name: 'deposits', when: '* * * * *', run: deposits.expire },
    { name: 'withdrawals', when: '* * * * *', run: withdrawals.sweep },
    { name: 'news', when: '* * * * *', everywhere: true, run: news.tell },
    { name: 'limits and breaks', when: '*/5 * * * *', run: protection.tellEnds },
    { name: 'old sums of play', when: '53 3 * * *', run: protection.removeOldSums },
    { name: 'domain speeds', when: '*/2 * * * *', everywhere: true, run: domainSpeeds.measure },
    { name: 'operators', when: '*/30 * * * *', run: operatorConsole.sweep },
    { name: 'operators log', when: '5 0 * * *', run: operatorConsole.proveLog },
    { name: 'sums of movements', when: '3-59/10 * * * * *', run: createBlockKeeper({ db }).run },
    { name: 'old events', when: '7,27,47 * * * *', run: () => removeOldEvents(db, clock.now()) },
    ...observation.jobs,
    { name: 'launch tickets', when: '*/10 * * * *', run: () => removeExpired(db, new Date(clock.now().getTime() - DAY_MS)) },
  ];
  const turns = createTurns({ db, merchant, log, leaseMs: deps.jobLeaseMs });
  const jobs = createJobs(allJobs, { log, tracing: deps.tracing, turns, mayRun: () => clockGuard.mayAct });

  return {
    app: http.app,
    async start() {
      await clockGuard.start();
      jobs.start();
    },
    mayAct: () => clockGuard.mayAct,
    jobs: allJobs.map(({ name, everywhere = false }) => ({ name, everywhere })),
    runJob: jobs.run,
    async close() {
      clockGuard.stop();
      http.endStreams();
      await jobs.stop();
    },
    async seed() {
      const from = { ...base, studio: STUDIO_PROVIDER };
      if (!deps.house || deps.house.demo)
        return seedDemo({ ...from, accounts, wallet, say, operators: operatorConsole.operators }, deps.house);
      await seedHouse(from, deps.house);
      return [];
    },
  };
}

/** Symbol of a currency on screen ("$"). */
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
