import type { Router } from 'express';
import type { Logger } from 'pino';
import type { EventHub } from '../base/events/index.ts';
import type { Translate } from '../base/http/index.ts';
import { readMerchant } from '../merchant/index.ts';
import type { ConsoleArea, OperatorSessions, Operators } from '../operators/index.ts';
import { createReviewDesk } from '../protection/responsible-gaming/index.ts';
import { type AdjustmentDeps, createAdjustments } from './adjustments.ts';
import { adjustmentArea } from './areas/adjustments.tsx';
import type { BulkDeps } from './areas/bulk-approval.tsx';
import { type ChannelAreaDeps, channelArea } from './areas/channels.tsx';
import { type CustomerServiceAreaDeps, customerServiceArea } from './areas/customer-service.tsx';
import { type LogAreaDeps, logArea } from './areas/log.tsx';
import { type MemberAreaDeps, memberArea } from './areas/members.tsx';
import { type OperatorAreaDeps, operatorArea } from './areas/operators.tsx';
import { type OutboxAreaDeps, outboxArea } from './areas/outbox.tsx';
import { overviewArea } from './areas/overview.tsx';
import { ownAccountArea } from './areas/own-account.tsx';
import { type PairAreaDeps, pairArea } from './areas/pairs.tsx';
import type { PayoutFormDeps } from './areas/payouts.tsx';
import { type RegionAreaDeps, regionArea } from './areas/regions.tsx';
import { type ReviewAreaDeps, reviewArea } from './areas/reviews.tsx';
import { type RewardAreaDeps, rewardArea } from './areas/rewards.tsx';
import { siteArea } from './areas/site.tsx';
import type { WithdrawalAreaDeps } from './areas/withdrawal-approval.ts';
import { withdrawalArea } from './areas/withdrawals.tsx';
import { consoleRouter } from './router.tsx';

type AreaDeps = ChannelAreaDeps &
  WithdrawalAreaDeps &
  BulkDeps &
  PayoutFormDeps &
  MemberAreaDeps &
  ReviewAreaDeps &
  PairAreaDeps &
  RewardAreaDeps &
  CustomerServiceAreaDeps &
  RegionAreaDeps &
  LogAreaDeps &
  OperatorAreaDeps &
  OutboxAreaDeps;
/** Dependencies that the console creates itself. */
type OwnDeps = 'reviewDesk' | 'adjustments';

export interface ConsoleDeps extends Omit<AreaDeps, OwnDeps | 'wallet'>, AdjustmentDeps {
  readonly translate: Translate;
  readonly log: Logger;
  readonly hub: EventHub;
  readonly operators: Operators;
  readonly sessions: OperatorSessions;
  /** The areas of single features, which they have registered. */
  readonly areas: readonly ConsoleArea[];
}

export interface OperatorConsole {
  readonly router: Router;
  /** All areas. */
  readonly areas: readonly ConsoleArea[];
}

export function createConsole(deps: ConsoleDeps): OperatorConsole {
  const { db, merchant } = deps;
  const own = ownAreas({ ...deps, reviewDesk: createReviewDesk(deps), adjustments: createAdjustments(deps) });
  const areas = [...own, ...deps.areas];
  const site = async () => (await readMerchant(db, merchant)).settings;
  return { router: consoleRouter({ ...deps, areas, site, cookie: `console_${merchant}` }), areas };
}

/** The areas that show several features at once, and those of the operators themselves. */
function ownAreas(deps: AreaDeps): readonly ConsoleArea[] {
  const areas = [
    overviewArea,
    channelArea,
    withdrawalArea,
    memberArea,
    reviewArea,
    pairArea,
    adjustmentArea,
    rewardArea,
    customerServiceArea,
    siteArea,
    regionArea,
    logArea,
    operatorArea,
    outboxArea,
    ownAccountArea,
  ];
  return areas.map((area) => area(deps));
}
