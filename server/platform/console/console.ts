import type { Router } from 'express';
import type { Logger } from 'pino';
import type { EventHub } from '../base/events/index.ts';
import type { Translate } from '../base/http/index.ts';
import type { Uploads } from '../base/uploads/index.ts';
import { readMerchant } from '../merchant/index.ts';
import { createReviewDesk } from '../protection/responsible-gaming/index.ts';
import { type AdjustmentDeps, createAdjustments } from './adjustments.ts';
import { adjustmentArea } from './areas/adjustments.tsx';
import { type ApplicationAreaDeps, applicationArea } from './areas/agent-applications.tsx';
import { type AgentMoveAreaDeps, agentMoveArea } from './areas/agent-moves.tsx';
import { type AgentAreaDeps, agentArea } from './areas/agents.tsx';
import { type BonusFlagAreaDeps, bonusFlagArea } from './areas/bonus-flags.tsx';
import { type BonusAreaDeps, bonusArea } from './areas/bonuses.tsx';
import type { BulkDeps } from './areas/bulk-approval.tsx';
import { type CashbackAreaDeps, cashbackArea } from './areas/cashback.tsx';
import { type ChannelAreaDeps, channelArea } from './areas/channels.tsx';
import { contentArea } from './areas/content.tsx';
import { type CustomerServiceAreaDeps, customerServiceArea } from './areas/customer-service.tsx';
import { type DepositAreaDeps, depositArea } from './areas/deposits.tsx';
import { type DrawAreaDeps, drawArea } from './areas/draws.tsx';
import { type FreeRoundAreaDeps, freeRoundArea } from './areas/free-rounds.tsx';
import { type LogAreaDeps, logArea } from './areas/log.tsx';
import { type MemberAreaDeps, memberArea } from './areas/members.tsx';
import { type OperatorAreaDeps, operatorArea } from './areas/operators.tsx';
import { type OutboxAreaDeps, outboxArea } from './areas/outbox.tsx';
import { overviewArea } from './areas/overview.tsx';
import { ownAccountArea } from './areas/own-account.tsx';
import { type PairAreaDeps, pairArea } from './areas/pairs.tsx';
import type { PayoutFormDeps } from './areas/payouts.tsx';
import { pointGoodsArea } from './areas/point-goods.tsx';
import { type PointAreaDeps, pointArea } from './areas/points.tsx';
import { type PromotionAreaDeps, promotionArea } from './areas/promotions.tsx';
import { type ProviderAreaDeps, providerArea } from './areas/providers.tsx';
import { type RaffleAreaDeps, raffleArea } from './areas/raffles.tsx';
import { type ReferralAreaDeps, referralArea } from './areas/referrals.tsx';
import { type RegionAreaDeps, regionArea } from './areas/regions.tsx';
import { type ReviewAreaDeps, reviewArea } from './areas/reviews.tsx';
import { type RewardAreaDeps, rewardArea } from './areas/rewards.tsx';
import { siteArea } from './areas/site.tsx';
import { type SuspenseAreaDeps, suspenseArea } from './areas/suspense.tsx';
import { switchArea } from './areas/switches.tsx';
import { type VendorMoneyAreaDeps, vendorMoneyArea } from './areas/vendor-money.tsx';
import { type VipAreaDeps, vipArea } from './areas/vip.tsx';
import { type WageAreaDeps, wageArea } from './areas/wages.tsx';
import type { WithdrawalAreaDeps } from './areas/withdrawal-approval.ts';
import { withdrawalArea } from './areas/withdrawals.tsx';
import { createLogChecks } from './log-checks.ts';
import { createOperators, type OperatorDeps, type Operators } from './operators.ts';
import type { ConsoleArea } from './page.ts';
import { picturesOf } from './pictures.ts';
import { consoleRouter } from './router.tsx';
import { createOperatorSessions } from './sessions.ts';

type MoneyAreaDeps = DepositAreaDeps & SuspenseAreaDeps & ChannelAreaDeps & WithdrawalAreaDeps & BulkDeps & PayoutFormDeps;
type AreaDeps = AgentAreaDeps &
  WageAreaDeps &
  RewardAreaDeps &
  ReferralAreaDeps &
  CashbackAreaDeps &
  BonusAreaDeps &
  BonusFlagAreaDeps &
  FreeRoundAreaDeps &
  PointAreaDeps &
  PromotionAreaDeps &
  RaffleAreaDeps &
  VendorMoneyAreaDeps &
  ApplicationAreaDeps &
  AgentMoveAreaDeps &
  VipAreaDeps &
  RegionAreaDeps &
  ProviderAreaDeps &
  DrawAreaDeps &
  PairAreaDeps &
  ReviewAreaDeps &
  OutboxAreaDeps &
  OperatorAreaDeps &
  LogAreaDeps &
  CustomerServiceAreaDeps &
  MoneyAreaDeps &
  MemberAreaDeps;
/** Dependencies that the console creates itself. */
type OwnDeps = 'reviewDesk' | 'operators' | 'sessions' | 'pictures' | 'adjustments' | 'logChecks';

export interface ConsoleDeps extends Omit<AreaDeps, OwnDeps | 'wallet'>, AdjustmentDeps, OperatorDeps {
  readonly uploads: Pick<Uploads, 'read'>;
  readonly translate: Translate;
  readonly log: Logger;
  readonly hub: EventHub;
}

export interface OperatorConsole {
  readonly router: Router;
  readonly operators: Operators;
  sweep(): Promise<void>;
  /** Verifies the log and writes the day's anchor to the service log. */
  proveLog(): Promise<void>;
}

export function createConsole(deps: ConsoleDeps): OperatorConsole {
  const { db, merchant, uploads } = deps;
  const operators = createOperators(deps);
  const sessions = createOperatorSessions(deps);
  const logChecks = createLogChecks(deps);
  const areas = consoleAreas({
    ...deps,
    operators,
    sessions,
    logChecks,
    reviewDesk: createReviewDesk(deps),
    pictures: picturesOf(db, uploads),
    adjustments: createAdjustments(deps),
  });
  const site = async () => (await readMerchant(db, merchant)).settings;
  return {
    router: consoleRouter({ ...deps, areas, operators, sessions, site, cookie: `console_${merchant}` }),
    operators,
    sweep: sessions.sweep,
    proveLog: logChecks.verifyAll,
  };
}

/** The areas in the order of the menu. */
export function consoleAreas(deps: AreaDeps): readonly ConsoleArea[] {
  const areas = [
    overviewArea,
    depositArea,
    suspenseArea,
    vendorMoneyArea,
    channelArea,
    withdrawalArea,
    memberArea,
    agentArea,
    applicationArea,
    agentMoveArea,
    reviewArea,
    bonusFlagArea,
    pairArea,
    adjustmentArea,
    vipArea,
    wageArea,
    rewardArea,
    cashbackArea,
    bonusArea,
    freeRoundArea,
    referralArea,
    pointArea,
    pointGoodsArea,
    promotionArea,
    raffleArea,
    customerServiceArea,
    contentArea,
    switchArea,
    drawArea,
    providerArea,
    siteArea,
    regionArea,
    logArea,
    operatorArea,
    outboxArea,
    ownAccountArea,
  ];
  return areas.map((area) => area(deps));
}
