import './tables.ts';
import { referralOverview } from '../../../../shared/api/referral/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { inTransaction } from '../../base/db/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { bind } from '../../base/http/index.ts';
import { accountsFeature } from '../../identity/accounts/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { contestsFeature } from '../../play/contests/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { fundFeature } from '../fund/index.ts';
import { codeOf } from './codes.ts';
import { referralArea } from './console/referrals.tsx';
import { countReferrals } from './count.ts';
import { createReferralDesk } from './desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { claimRewards, expireRewards, payDue } from './pay.ts';
import { readReferral } from './present.ts';
import { createReferrals } from './register.ts';
import { referralSource } from './reward-source.ts';
import { verifyReferrals } from './verify.ts';
import { WAITING } from './waiting.ts';

/** Members invite members, and are rewarded for what their friends deposit and play. */
export const referralFeature = defineFeature({
  name: 'referral',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: await verifyReferrals(db) }),
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    accounts: accountsFeature,
    wallet: ledgerFeature,
    inbox: inboxFeature,
    contests: contestsFeature,
    facts: factsFeature,
    protection: protectionFeature,
    funds: fundFeature,
    centre: rewardCentreFeature,
  },
  create(context, { operators, accounts, contests, funds, ...needs }) {
    const { db, clock } = context;
    const deps = { ...context, ...needs, opponents: contests.opponents, fund: funds.rewards };
    const referrals = createReferrals(context);
    accounts.referrals.fill(referrals);
    needs.centre.register('referral', referralSource(deps));
    const desk = createReferralDesk(deps);
    operators.areas.register(referralArea({ ...context, desk }));
    funds.unfunded.register(desk.unfunded);
    const run = async () => {
      await countReferrals(deps);
      await expireRewards(deps);
      await payDue(deps);
    };
    return {
      api: {
        run,
        note: referrals.note,
        codeOf: (memberId: string) => codeOf(db, memberId, clock.now()),
        /** Claims all that the member can claim now. */
        claimAll: (memberId: string) =>
          inTransaction(db, async (tx, afterCommit) => {
            await needs.wallet.lockWallets(tx, [memberId]);
            await claimRewards(deps, tx, afterCommit, memberId, 'all');
          }),
      },
      calls: [
        bind(referralOverview, async ({ actor: { memberId, currency } }, { query }) => {
          const now = clock.now();
          return {
            ...currencyView(currency),
            ...(await readReferral(db, deps, { memberId, page: query.page, now })),
            now: now.toISOString(),
          };
        }),
      ],
      jobs: [{ name: 'referrals', cronPattern: '7,17,27,37,47,57 * * * * *', run }],
    };
  },
});
