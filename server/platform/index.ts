import { createClockGuard } from './base/clock-guard.ts';
import { createRotation } from './base/data-key/index.ts';
import type { Executor } from './base/db/index.ts';
import { createEventHub } from './base/events/index.ts';
import { createHttp, createPayloadKeys, createTranslate } from './base/http/index.ts';
import { createJobLeases, createJobs, type Job } from './base/jobs/index.ts';
import { createSecrets } from './base/secrets.ts';
import { createUploads, uploadRoutes } from './base/uploads/index.ts';
import { createConsole } from './console/index.ts';
import { createFeedback, feedbackRoutes } from './content/feedback/index.ts';
import { contentRoutes, createContentNews, sweepPictures } from './content/publishing/index.ts';
import { createDomainSpeeds, visitorRoutes } from './content/visitor/index.ts';
import type { Platform, PlatformDeps, Provider } from './contracts.ts';
import { accountRoutes, createAccounts } from './identity/accounts/index.ts';
import { createFactors } from './identity/factors/index.ts';
import { eventRoutes } from './identity/live/index.ts';
import { createMemberDirectory, createPasswords } from './identity/members/index.ts';
import { oauthRoutes } from './identity/oauth/index.ts';
import { createPaymentPassword } from './identity/payment-password/index.ts';
import { profileRoutes } from './identity/profile/index.ts';
import { factorRoutes, sessionRoutes } from './identity/security/index.ts';
import { createSessions } from './identity/sessions/index.ts';
import { createSignIn, signInRoutes } from './identity/sign-in/index.ts';
import { createCodes, createHumanCheck, verificationRoutes } from './identity/verification/index.ts';
import { createWallet } from './ledger/index.ts';
import { createRegionJudge, readMerchant } from './merchant/index.ts';
import { walletRoutes } from './money/balance/index.ts';
import { createDeposits } from './money/deposit/index.ts';
import { createPayoutAccounts, payoutRoutes, removeOldTries } from './money/payout-accounts/index.ts';
import { createSubWallets, createTransfers, transferRoutes } from './money/transfer/index.ts';
import { createTurnover } from './money/turnover/index.ts';
import { createWithdrawalDesk, createWithdrawals, isPayoutAccountInUse, readTerms, withdrawalRoutes } from './money/withdrawal/index.ts';
import { createInbox, inboxRoutes } from './notify/inbox/index.ts';
import { createMessages } from './notify/messages/index.ts';
import { createInternal } from './ops/internal.ts';
import { observePlatform } from './ops/metrics/index.ts';
import { DEMO_PASSWORD, seedDemo, seedMerchant } from './ops/seed/index.ts';
import { chatRoutes, createChatRoom } from './play/chat/index.ts';
import { createContests, createOpponents } from './play/contests/index.ts';
import { createGameDirectory, createGames, gameRoutes } from './play/games/index.ts';
import { createBlockWriter, recordRoutes } from './play/records/index.ts';
import { scheduleRoutes } from './play/schedule/index.ts';
import {
  endPlay,
  handPlayOn,
  lastRoundRoutes,
  type Providers,
  removeExpired,
  removeOldEvents,
  seamlessRouter,
} from './play/vendors/index.ts';
import { noteMissingTraits } from './protection/links/index.ts';
import { createProtection, protectionRoutes } from './protection/responsible-gaming/index.ts';
import { missionRoutes } from './rewards/missions/index.ts';

export type { ServiceSettings } from './base/service-settings.ts';
export type { CreatePlatform, Platform, PlatformDeps, Provider } from './contracts.ts';
export type { DemoAccount, MerchantConfig } from './ops/seed/index.ts';

/** Provider of the games created by the seed. */
export const STUDIO_PROVIDER = 'studio';
const DAY_MS = 86_400_000;

/** Composes the platform. */
export function createPlatform(deps: PlatformDeps): Platform {
  const { db, clock, log, merchant, providers, hub = createEventHub(), services = {} } = deps;
  const translate = createTranslate();
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
  const { metrics } = observation;
  const wallet = createWallet({ clock, hub, requireTime });
  const sessions = createSessions({ clock, hub, merchant, endPlay, handPlayOn });
  const opponents = createOpponents({ clock, secrets });
  const base = { db, clock, log, merchant, secrets, services, passwords, sessions };
  const messages = createMessages({ ...base, translate });
  const human = createHumanCheck(base);
  const codes = createCodes({ ...base, messages });
  const factors = createFactors(base);
  const signIn = createSignIn({ ...base, factors, codes, messages });
  const entry = { ...base, messages, human, codes, factors, signIn };
  const accounts = createAccounts({ ...entry, wallet });
  const inbox = createInbox({ db, clock, hub, merchant, translate });
  const protection = createProtection({ db, clock, merchant, wallet, hub, inbox, translate, secrets });
  const turnover = createTurnover({ clock });
  const paymentPassword = createPaymentPassword({ ...base, inbox, messages });
  const payouts = { ...base, inbox, messages, paymentPassword, hasOpenPayout: isPayoutAccountInUse };
  const payoutAccounts = createPayoutAccounts(payouts);
  const subWallets = createSubWallets({ db, merchant, wallet, clock, turnover, currencySymbol });
  const sending = { db, merchant, wallet, clock, inbox, protection, turnover, paymentPassword, payoutAccounts, currencySymbol };
  const transfers = createTransfers(sending);
  const uploads = createUploads({ db, clock, merchant });
  const money = { db, clock, log, merchant, hub, secrets, wallet, inbox, protection, turnover, uploads, currencySymbol };
  const deposits = createDeposits({ ...money, gateways: deps.gateways ?? [], onPayment: metrics.onPayment, requireTime });
  const terms = (executor: Executor, memberId: string) => readTerms(executor, merchant, memberId);
  const payoutDeps = { ...base, hub, wallet, turnover, inbox, messages, paymentPassword, payoutAccounts, uploads, terms, currencySymbol };
  const withdrawals = createWithdrawals(payoutDeps);
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
    onSeamless: metrics.onSeamless,
  };
  const catalogue = createGames({ db, clock, merchant, vendors, currencySymbol });
  const contentNews = createContentNews({ db, clock, hub, merchant, protection });
  const isRefused = createRegionJudge({ db, merchant });
  const domainSpeeds = createDomainSpeeds({ db, merchant, privateDomains: services.privateDomains === true });
  const timeZone = async () => (await readMerchant(db, merchant)).settings.timeZone;

  const operatorConsole = createConsole({
    ...{
      ...base,
      translate,
      messages,
      feedback,
      chat,
      wallet,
      inbox,
      protection,
      uploads,
      payoutAccounts,
      paymentPassword,
      currencySymbol,
    },
    hub,
    memberSessions: sessions,
    opponents,
    knownPassword: services.publicSite === true ? DEMO_PASSWORD : undefined,
    depositDesk: deposits.desk,
    suspenseDesk: deposits.suspense,
    withdrawalDesk: createWithdrawalDesk(payoutDeps),
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
      ...walletRoutes({ db, wallet, clock, protection, translate, currencySymbol }),
      ...deposits.routes,
      ...transferRoutes({ transfers, subWallets, clock, currencySymbol }),
      ...withdrawalRoutes({ ...payoutDeps, withdrawals }),
      ...protectionRoutes({ protection: protection.member, translate, currencySymbol }),
      ...chatRoutes({ chat }),
      ...gameRoutes({ games: catalogue, translate, currencySymbol }),
      ...lastRoundRoutes({ db, clock, games, currencySymbol }),
      ...scheduleRoutes({ db, clock, games: catalogue, providers: vendors.providers }),
      ...recordRoutes({ ...vendors, currencySymbol, timeZone }),
      ...eventRoutes({ db, clock, hub, wallet, sessions, inbox }),
    ],
    merchant,
    log,
    translate,
    resolveActor: (token, place) => sessions.resolve(db, token, place),
    openPayload: payloadKeys.open,
    isRefused,
    requireTime,
    seamless: seamlessRouter(vendors),
    payments: deposits.callbacks,
    onCall: metrics.onCall,
    tracing: deps.tracing,
    internal: createInternal({
      ...{
        db,
        merchant,
        messages,
        isDemo: deps.merchantConfig?.demo ?? true,
        console: operatorConsole.router,
        readiness: observation.readiness,
      },
      metrics: () => metrics.registry.metrics(),
    }),
  });
  const allJobs: readonly Job[] = [
    { name: 'sessions', cronPattern: '*/10 * * * *', run: () => sessions.sweep(db) },
    { name: 'sign-ins', cronPattern: '*/10 * * * *', run: signIn.sweep },
    { name: 'challenges', cronPattern: '*/10 * * * *', run: human.sweep },
    { name: 'codes', cronPattern: '*/10 * * * *', run: codes.sweep },
    {
      name: 'factors',
      cronPattern: '*/10 * * * *',
      run: async () => void (await Promise.all([factors.sweep(), removeOldTries(db, clock.now())])),
    },
    { name: 'forgotten passwords', cronPattern: '*/2 * * * * *', onEveryNode: true, run: accounts.answerResets },
    { name: 'password resets', cronPattern: '*/10 * * * *', run: accounts.sweep },
    { name: 'member traits', cronPattern: '*/5 * * * *', run: () => noteMissingTraits(base) },
    ...(dataKeys
      ? [{ name: 'data key', cronPattern: '*/10 * * * * *', onEveryNode: true, run: createRotation({ db, log, keys: dataKeys }).run }]
      : []),
    { name: 'outbox', cronPattern: '*/5 * * * * *', onEveryNode: true, run: messages.flush },
    {
      name: 'uploads',
      cronPattern: '11 * * * *',
      run: async () => void (await Promise.all([uploads.sweep(), sweepPictures(db, clock.now())])),
    },
    { name: 'old messages', cronPattern: '41 3 * * *', run: messages.sweep },
    { name: 'old inbox', cronPattern: '11 4 * * *', run: inbox.sweep },
    { name: 'old chat', cronPattern: '23 4 * * *', run: chat.sweep },
    { name: 'payloads', cronPattern: '*/5 * * * *', run: payloadKeys.sweep },
    { name: 'payload key', cronPattern: '17 3 * * *', run: payloadKeys.rotate },
    { name: 'deposits', cronPattern: '* * * * *', run: deposits.expire },
    { name: 'withdrawals', cronPattern: '* * * * *', run: withdrawals.sweep },
    { name: 'news', cronPattern: '* * * * *', onEveryNode: true, run: contentNews.publishChanges },
    { name: 'limits and breaks', cronPattern: '*/5 * * * *', run: protection.notifyExpired },
    { name: 'old sums of play', cronPattern: '53 3 * * *', run: protection.removeOldSums },
    { name: 'domain speeds', cronPattern: '*/2 * * * *', onEveryNode: true, run: domainSpeeds.measure },
    { name: 'operators', cronPattern: '*/30 * * * *', run: operatorConsole.sweep },
    { name: 'operators log', cronPattern: '5 0 * * *', run: operatorConsole.proveLog },
    { name: 'sums of movements', cronPattern: '3-59/10 * * * * *', run: createBlockWriter({ db }).run },
    { name: 'old events', cronPattern: '7,27,47 * * * *', run: () => removeOldEvents(db, clock.now()) },
    ...observation.jobs,
    { name: 'launch tickets', cronPattern: '*/10 * * * *', run: () => removeExpired(db, new Date(clock.now().getTime() - DAY_MS)) },
  ];
  const jobLeases = createJobLeases({ db, merchant, log, leaseMs: deps.jobLeaseMs });
  const jobs = createJobs(allJobs, { log, tracing: deps.tracing, leases: jobLeases, mayRun: () => clockGuard.mayAct });

  return {
    app: http.app,
    async start() {
      await clockGuard.start();
      jobs.start();
    },
    mayAct: () => clockGuard.mayAct,
    jobs: allJobs.map(({ name, onEveryNode = false }) => ({ name, everywhere: onEveryNode })),
    runJob: jobs.run,
    async close() {
      clockGuard.stop();
      http.endStreams();
      await jobs.stop();
    },
    async seed() {
      const from = { ...base, studio: STUDIO_PROVIDER };
      if (!deps.merchantConfig || deps.merchantConfig.demo)
        return seedDemo({ ...from, accounts, wallet, translate, operators: operatorConsole.operators }, deps.merchantConfig);
      await seedMerchant(from, deps.merchantConfig);
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
