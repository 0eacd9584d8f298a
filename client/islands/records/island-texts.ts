import { BET_FILTER_STATES } from '../../../shared/api/records/constants.ts';
import { MOVEMENT_GROUPS } from '../../../shared/records.ts';
import { textKeys } from '../../runtime/text-keys.ts';
import { MORE_DETAILS_TEXTS } from '../../ui/more-details.tsx';
import type { IslandTexts } from '../island-props.ts';
import { LEG_TEXTS } from './bet-legs.tsx';
import { KIND_TEXTS, RECORD_PART_TEXTS } from './record-parts.tsx';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'account-record': textKeys(
    {
      records: `opening closing cameIn wentOut balanced notBalanced byKind group account balanceBefore balanceAfter movementsNone
    movementsNoneText movement openDeposit openWithdrawal openRound transferId reference at amount listOfMovements statement
    statementText month openStatement`,
    },
    RECORD_PART_TEXTS,
    KIND_TEXTS,
    MORE_DETAILS_TEXTS,
    Object.keys(MOVEMENT_GROUPS).map((group) => `records.group_${group}`),
  ),
  'betting-record': textKeys(
    {
      records: `category vendor status count stake validStake payout net betId roundId placedAt settledAt notSettled transfers
    transferId kind reference amount verify none noneText at kind_bet kind_win kind_rollback playNow listOfBets openBet
    totalsNote`,
    },
    LEG_TEXTS,
    RECORD_PART_TEXTS,
    MORE_DETAILS_TEXTS,
    BET_FILTER_STATES.map((status) => `records.status_${status}`),
  ),
};
