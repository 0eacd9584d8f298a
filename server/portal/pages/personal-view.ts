import type { MemberView } from '../../../client/islands/shell/props.ts';
import { memberInfo } from '../../../shared/api/accounts/contract.ts';
import { contractInfo } from '../../../shared/api/agent-contracts/contract.ts';
import { walletBalance } from '../../../shared/api/balance/contract.ts';
import { availablePromotions } from '../../../shared/api/publishing/contract.ts';
import { rewardCount } from '../../../shared/api/reward-centre/contract.ts';
import { systemWhitelabel } from '../../../shared/api/system/contract.ts';
import { bySource, REWARD_SOURCES, type RewardCounts } from '../../../shared/reward-sources.ts';
import type { PersonalView } from '../../../views/components/island.tsx';
import { isAgent, isTrial, withContracts } from '../../../views/components/member-entries.ts';
import { defined } from '../../kit/defined.ts';
import { BoundedMap } from '../cache/bounded-map.ts';
import type { PortalSession, Upstream, Visitor } from '../contracts.ts';
import { callOr } from './call-value.ts';

type KnownMember = Omit<MemberView, 'rewards'>;

const CACHED_MEMBERS = 5_000;
const MEMBER_TTL_MS = 30_000;
/**
 * `idle`: the member was away and must authenticate again. `changing`: a new password is required first. Neither ends the session.
 * `visitor` includes sessions that the platform has ended.
 */
export type AccountState = 'visitor' | 'member' | 'idle' | 'changing';
export interface KnownVisitor extends PersonalView {
  readonly accountState: AccountState;
}
export type LoadPersonalView = (visitor: Visitor) => Promise<KnownVisitor> | KnownVisitor;

const NO_PROMOTIONS = { availablePromoCount: 0 };
const NO_FEATURES: { readonly features: Readonly<Record<string, boolean>> } = { features: {} };
const NO_REWARDS: RewardCounts = bySource(() => 0);
const ANONYMOUS: KnownVisitor = { member: null, balance: null, accountState: 'visitor' };

/**
 * Personal data on pages of a signed-in visitor. Name, level, open promotions and the contracts of an agent are
 * loaded at most twice a minute, balance and rewards each time.
 */
export function createPersonalView(upstream: Upstream, now: () => number = () => performance.now()): LoadPersonalView {
  const members = new BoundedMap<string, { readonly view: KnownMember; readonly at: number }>(CACHED_MEMBERS);

  async function member(session: PortalSession, visitor: Visitor): Promise<KnownMember> {
    const known = members.get(session.token);
    if (known && now() - known.at < MEMBER_TTL_MS) return known.view;
    const hasContracts = isAgent(session.type) && !isTrial(session.type);
    const [info, open, contracts] = await Promise.all([
      callOr(upstream, memberInfo, {}, visitor, null),
      callOr(upstream, availablePromotions, {}, visitor, NO_PROMOTIONS),
      hasContracts ? callOr(upstream, contractInfo, {}, visitor, null) : null,
    ]);
    const view = {
      account: session.account,
      nickname: info?.nickname || session.account,
      type: info?.type ?? session.type,
      vip: info?.memberLabel[0]?.labelName ?? null,
      promotions: open.availablePromoCount,
      ...defined({
        stake: info?.clubLabel?.stake,
        hasAgent: info?.toUpline,
        contracts: contracts ? withContracts({}, contracts) : undefined,
        isUnknown: info === null || undefined,
        isNew: info?.lastLoginAt === null || undefined,
      }),
    };
    if (info) {
      members.delete(session.token);
      members.set(session.token, { view, at: now() });
    }
    return view;
  }

  /** Not cached with the name: a claim changes it at once. */
  async function rewardCounts(session: PortalSession, visitor: Visitor): Promise<RewardCounts> {
    const { features } = await callOr(upstream, systemWhitelabel, {}, { ...visitor, session: null }, NO_FEATURES);
    const isOffered = Object.values(REWARD_SOURCES).some(({ feature }) => features[feature] === true);
    if (!isOffered || isTrial(session.type)) return NO_REWARDS;
    return (await callOr(upstream, rewardCount, {}, visitor, { counts: NO_REWARDS })).counts;
  }

  return (visitor) => {
    const { session } = visitor;
    return session ? personal(session, visitor) : ANONYMOUS;
  };

  async function personal(session: PortalSession, visitor: Visitor): Promise<KnownVisitor> {
    const [known, balance, rewards] = await Promise.all([
      member(session, visitor),
      upstream.call(walletBalance, {}, visitor),
      rewardCounts(session, visitor),
    ]);
    const view = { ...known, rewards };
    if (balance.success) return { member: view, balance: balance.value, accountState: 'member' };
    switch (balance.code) {
      // The platform ended the session, so the page is that of a signed-out visitor.
      case 'unauthorized':
      case 'not_logged_in':
        return ANONYMOUS;
      case 'session_idle':
        return { ...ANONYMOUS, accountState: 'idle' };
      case 'password_change_required':
        return { member: { ...view, mustChange: true }, balance: null, accountState: 'changing' };
      default:
        return { member: view, balance: null, accountState: 'member' };
    }
  }
}
