import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { defineFeature } from '../../base/feature.ts';
import { publishingFeature } from '../../content/publishing/index.ts';
import { membersFeature } from '../../identity/members/index.ts';
import { sessionsFeature } from '../../identity/sessions/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { transferFeature } from '../../money/transfer/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { contestsFeature } from '../contests/index.ts';
import { vendorMoneyArea } from './console/vendor-money.tsx';
import type { FreeRounds, GameDirectory, GameIntake, ProviderSettings, StakePools, VendorDeps } from './contracts.ts';
import { endPlay, handPlayOn } from './end-play.ts';
import { removeOldEvents } from './event-store.ts';
import { lastRoundRoutes } from './last-round.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createFeeds } from './providers/feed.ts';
import { createLiveProviders } from './providers/live.ts';
import { seamlessRouter } from './seamless.ts';
import { removeExpired } from './store.ts';
import { createSender } from './transfer-wallet/client.ts';
import { createVendorMoneyDesk } from './transfer-wallet/desk.ts';
import { transferWalletJobs } from './transfer-wallet/jobs.ts';
import { createTransferPlay } from './transfer-wallet/play.ts';
import { createExternalWallets } from './transfer-wallet/wallets.ts';
import { WAITING } from './waiting.ts';

type ObserveMessage = NonNullable<VendorDeps['onSeamless']>;

/** Integrations of vendors. */
export interface VendorInput {
  /** Those of the service itself. */
  readonly builtIn: readonly ProviderSettings[];
  /** Keys of the stored providers from the environment, by code. */
  readonly keys?: Readonly<Record<string, string>>;
}

/** The seamless wallet, with which vendors book stakes and wins, and the providers of games. */
export const vendorsFeature = defineFeature({
  name: 'vendors',
  migrations: MIGRATIONS,
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    wallet: ledgerFeature,
    protection: protectionFeature,
    members: membersFeature,
    sessions: sessionsFeature,
    contests: contestsFeature,
    publishing: publishingFeature,
    transfer: transferFeature,
  },
  create(
    context,
    { operators, wallet, protection, members, sessions, contests, publishing, transfer },
    { builtIn, keys = {} }: VendorInput = { builtIn: [] },
  ) {
    const { db, clock } = context;
    const directory = context.slot<GameDirectory>('directory of games');
    const intake = context.slot<GameIntake>('intake of games');
    const pools = context.slot<StakePools>('pools of stakes');
    const freeRounds = context.slot<FreeRounds>('free rounds');
    const observer = context.slot<ObserveMessage>('metrics of the seamless wallet');
    const games: GameDirectory = {
      find: (...one) => directory.get().find(...one),
      at: (...one) => directory.get().at(...one),
      findMany: (...several) => directory.get().findMany(...several),
    };
    const providers = createLiveProviders({ ...context, builtIn, keys });
    const gameIntake: GameIntake = { take: (...reported) => intake.get().take(...reported) };
    const onSeamless: ObserveMessage = (...message) => observer.get()(...message);
    const deps: VendorDeps = {
      ...context,
      ...contests,
      wallet,
      protection,
      games,
      gameIntake,
      providers,
      onSeamless,
      members: members.directory,
      pools: {
        draw: (...stake) => pools.get().draw(...stake),
        keep: (...stake) => pools.get().keep(...stake),
        credit: (...paid) => pools.get().credit(...paid),
        reverse: (...bet) => pools.get().reverse(...bet),
        highestStake: (...asked) => pools.get().highestStake(...asked),
      },
      freeRounds: {
        offered: (...asked) => freeRounds.get().offered(...asked),
        play: (...round) => freeRounds.get().play(...round),
        settle: (...ended) => freeRounds.get().settle(...ended),
        finish: (...round) => freeRounds.get().finish(...round),
        giveBack: (...bet) => freeRounds.get().giveBack(...bet),
      },
    };
    const external = { ...deps, log: context.log, send: createSender(clock) };
    transfer.externalWallets.fill(createExternalWallets(external));
    sessions.play.fill({ endPlay, handPlayOn });
    publishing.vendorHosts.fill(async () => {
      await providers.refresh?.();
      return { frames: providers.frameOrigins?.() ?? [], pictures: providers.pictureOrigins?.() ?? [] };
    });
    const moneyDesk = createVendorMoneyDesk(external);
    operators.areas.register(vendorMoneyArea({ ...context, desk: moneyDesk }));
    const feeds = createFeeds({ ...context, providers, gameIntake });
    return {
      api: {
        deps,
        directory,
        intake,
        observer,
        pools,
        freeRounds,
        feeds,
        reload: providers.reload,
        transferPlay: createTransferPlay(external),
      },
      calls: lastRoundRoutes({ db, clock, games, currencySymbol }),
      jobs: [
        { name: 'old events', cronPattern: '7,27,47 * * * *', run: () => removeOldEvents(db, clock.now()) },
        { name: 'launch tickets', cronPattern: '*/10 * * * *', run: () => removeExpired(db, new Date(clock.now().getTime() - DAY_MS)) },
        { name: 'feeds of games', cronPattern: '20 * * * * *', run: feeds.fetchDue },
        ...transferWalletJobs(external),
      ],
      http: { seamless: seamlessRouter(deps) },
    };
  },
});
