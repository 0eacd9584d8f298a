import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEPOSIT_REASONS } from '../../../shared/api/deposit/constants.ts';
import { GAME_CATEGORIES, MEMBER_TYPE } from '../../../shared/constants.ts';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { TRANSFER_KINDS } from '../ledger/index.ts';
import { MESSAGE_TEMPLATES } from '../notify/messages/contracts.ts';
import { LOG_ACTIONS } from '../operators/log-actions.ts';
import { memberType } from '../operators/pages/member-kinds.tsx';
import { isTextKey, type KindPrefix, kindText } from '../operators/pages/texts.ts';
import { ROLES } from '../operators/roles.ts';
import { PERMISSIONS } from '../play/vendors/providers/definition.ts';

/** Columns whose kinds a console page shows, with the beginning of the keys of their texts. */
const SHOWN: Readonly<Record<string, string>> = {
  'account_review.state': 'review_',
  'account_review.subject': 'reviewSubject_',
  'adjustment.status': 'adjustment_',
  'agent_move.kind': 'agentMove_',
  'agent_move.status': 'agentMove_',
  'draw_order.kind': 'drawOrder_',
  'draw_order.status': 'drawOrderState_',
  'vip_change.cause': 'vipCause_',
  'vip_order.status': 'agentMove_',
  'bonus.source': 'bonusSource_',
  'bonus.state': 'bonus_',
  'bonus_flag.rule': 'bonusRule_',
  'bonus_flag.state': 'bonusCheck_',
  'free_round_grant.state': 'freeRoundsState_',
  'referral_goal.stage': 'referralStage_',
  'referral_reward.side': 'referralSide_',
  'referral_reward.state': 'referralState_',
  'promotion.block': 'promotionBlock_',
  'promotion.state': 'promotionState_',
  'promotion.type': 'promotionType_',
  'promotion_entry.state': 'promotionEntry_',
  'raffle.state': 'raffleState_',
  'raffle_win.state': 'raffleWin_',
  'mission_reward.goal': 'missionGoal_',
  'mission_reward.period': 'missionPeriod_',
  'vip_gift.kind': 'vipGift_',
  'vip_gift.state': 'vipGiftState_',
  'content_item.audience': 'audience_',
  'content_item.kind': 'kind_',
  'deposit.status': 'deposit_',
  'deposit_channel.kind': 'channelKind_',
  'deposit_channel.proof': 'proof_',
  'member_trait.kind': 'trait_',
  'outbound_message.channel': 'outboxChannel_',
  'payout.status': 'payout_',
  'point_entry.kind': 'pointEntry_',
  'point_goods.contact': 'pointContact_',
  'point_goods.kind': 'pointKind_',
  'point_redemption.status': 'points_',
  'protection_limit.kind': 'limit_',
  'protection_limit.period': 'period_',
  'suspense.status': 'suspense_',
  'house_funding.status': 'adjustment_',
  'withdrawal.status': 'withdrawal_',
  'withdrawal_event.action': 'step_',
};
/** Columns that no console page shows, or with a sentence for each of their kinds. */
const NOT_SHOWN = [
  'mission_reward.state',
  'free_round_grant.source',
  'free_round.state',
  'promotion_entry.gave',
  'referral_reward.cause',
  'agent_application.status',
  'agent_contract.kind',
  'agent_contract.period',
  'agent_contract.state',
  'play_fact.kind',
  'member_fact.kind',
  'wage_statement.state',
  'cashback_statement.state',
  'chat_message.deleted_by',
  'data_key.state',
  'deposit_channel.other_amounts',
  'game.volatility',
  'member.avatar_type',
  'member.status',
  'member_transfer.direction',
  'operator_session.stage',
  'passkey_challenge.purpose',
  'payout_account.kind',
  'pending_sign_in.reason',
  'play_sum.basis',
  'protection_limit.set_by',
  'site_change.status',
  'upload.purpose',
  'vendor_event.kind',
  'vendor_event.state',
  'vendor_history_entry.state',
  'vendor_move.cause',
  'vendor_move.direction',
  'vendor_move.state',
  'vendor_provider.source',
  'vendor_round.state',
  'vendor_transaction.kind',
  'vendor_transaction.state',
  'verification_code.channel',
  'withdrawal.payout_kind',
  'withdrawal.received_by',
  'withdrawal_event.actor',
];

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

/** All columns that are limited to a list of texts, with that list. */
async function listedColumns() {
  const { rows } = await sql<{ at: string; rule: string }>`
    select format('%s.%s', c.conrelid::regclass, a.attname) as at, pg_get_constraintdef(c.oid) as rule
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
     where c.contype = 'c' and pg_get_constraintdef(c.oid) ~ 'ARRAY\\[''' order by 1`.execute(test.db);
  return rows.map(({ at, rule }) => ({ at, kinds: [...rule.matchAll(/'([^']+)'::text/g)].map(([, kind]) => String(kind)) }));
}

describe('kinds that the database can hold', () => {
  it('have a text in the console, or are not shown', async () => {
    const columns = await listedColumns();
    expect(columns.length).toBeGreaterThan(20);
    const missing = columns.flatMap(({ at, kinds }) => {
      const prefix = SHOWN[at];
      if (prefix === undefined) return NOT_SHOWN.includes(at) ? [] : [`${at}: ${kinds.join()}`];
      return kinds.filter((kind) => !isTextKey(prefix + kind)).map((kind) => `${at}: ${kind}`);
    });
    expect(missing).toEqual([]);
    const known = columns.map(({ at }) => at);
    expect([...Object.keys(SHOWN), ...NOT_SHOWN].filter((at) => !known.includes(at))).toEqual([]);
  });

  it.each<readonly [string, readonly string[]]>([
    ['transfer', TRANSFER_KINDS],
    ['log', LOG_ACTIONS],
    ['category', GAME_CATEGORIES],
    ['role', ROLES],
    ['message', MESSAGE_TEMPLATES],
    ['permission', PERMISSIONS],
    ['depositReason', DEPOSIT_REASONS],
  ])('and those of lists: %s', (prefix, kinds) => {
    expect(kinds.filter((kind) => !isTextKey(`${prefix}_${kind}`))).toEqual([]);
  });

  it('also types of members', () => {
    expect(Object.values(MEMBER_TYPE).map(memberType)).not.toContainEqual(expect.stringMatching(/^\d+$/));
  });

  it('a text that is no kind is shown as it is', () => {
    const texts = (['transfer', 'payoutReason'] satisfies KindPrefix[]).map((prefix) => kindText(prefix, 'Written by an operator'));
    expect(new Set(texts)).toEqual(new Set(['Written by an operator']));
  });
});
