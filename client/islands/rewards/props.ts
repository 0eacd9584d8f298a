import type { BoardWindow } from '../../../shared/api/missions/constants.ts';
import type { BoardValue, LeaderboardValue, MissionValue } from '../../../shared/api/missions/schemas.ts';
import type { RewardStep } from '../../../shared/api/reward-centre/constants.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import type { RewardSource } from '../../../shared/reward-sources.ts';
import type { FormView } from '../sign-in/props.ts';

/** `hydrate="load"`. */
export interface PointRedeemProps {
  readonly goodsId: string;
  /** Wire points of one piece, and of the member. */
  readonly price: string;
  readonly balance: string;
  /** The pieces that the member can redeem now. */
  readonly pieces: number;
  /** Goods are sent: the remark is the address. */
  readonly isSent: boolean;
  /** Address of the page. */
  readonly page: string;
  readonly form: FormView | null;
  /** Created by the server for the form without script; one per rendered form. */
  readonly reference: string;
}

/** `hydrate="load"`. */
export interface PointConvertProps {
  readonly pointsPerUnit: number;
  /** Fewest whole points of one conversion. */
  readonly least: number;
  readonly balance: string;
  readonly currency: string;
  readonly currencySymbol: string;
  readonly page: string;
  readonly form: FormView | null;
  readonly reference: string;
}

/** `hydrate="load"`. */
export interface MissionListProps {
  /** Null: the merchant has no leaderboard. */
  readonly board: MissionBoardProps | null;
  readonly missions: readonly MissionValue[];
  readonly currency: CurrencyView;
  /** The member is on a break, excluded or at a limit. */
  readonly paused: boolean;
  readonly timeZone: string;
  /** Refusal of a claim that was sent without script. */
  readonly problem: string;
  readonly claimed: boolean;
  /** Address of the page. */
  readonly page: string;
}

/** A leaderboard of the mission list. */
export interface MissionBoardProps {
  /** At least one. */
  readonly boards: LeaderboardValue['boards'];
  readonly boardId: string;
  readonly window: BoardWindow;
  /** Null: the window has no board yet. */
  readonly board: BoardValue | null;
  readonly currency: CurrencyView;
  /** The member takes part. */
  readonly listed: boolean;
  /** Time left at the first render; empty: the window has ended. */
  readonly leftText: string;
  readonly timeZone: string;
  readonly problem: string;
  readonly saved: boolean;
  /** Address of the page. */
  readonly page: string;
}

/** `hydrate="visible"`. */
export interface RaffleCheckProps {
  readonly raffleId: string;
  /** Tickets of the member in the list; null: none. */
  readonly own: { readonly code: string; readonly first: number; readonly last: number } | null;
}

/** A reward that waits, with its texts of the first render. */
export interface WaitingRewardView {
  readonly rewardId: string;
  readonly source: RewardSource;
  readonly step: RewardStep;
  /** "Cashback 2026-11-25", or the name of the goods. */
  readonly name: string;
  readonly amount: string | null;
  /** As shown; null: no points. */
  readonly points: string | null;
  readonly until: string | null;
  readonly untilText: string;
  readonly leftText: string;
  readonly note: string;
  readonly href: string;
}

/** `hydrate="load"`. */
export interface RewardListProps {
  readonly rewards: readonly WaitingRewardView[];
  readonly currency: CurrencyView;
  /** The member is on a break or excluded. */
  readonly paused: boolean;
  /** Time of the platform when the page was loaded. */
  readonly now: string;
  /** Refusal of a claim that was sent without script. */
  readonly problem: string;
  readonly claimed: boolean;
  /** Address of the page. */
  readonly page: string;
}
