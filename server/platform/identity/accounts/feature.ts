import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { membersFeature } from '../members/index.ts';
import { sessionsFeature } from '../sessions/index.ts';
import { signInFeature } from '../sign-in/index.ts';
import { verificationFeature } from '../verification/index.ts';
import type { AdmitInvited } from './affiliates.ts';
import type { Referrals } from './referrals.ts';
import { accountRoutes } from './routes.ts';
import { createAccounts } from './service.ts';

/** Registration, free play and forgotten passwords. */
export const accountsFeature = defineFeature({
  name: 'accounts',
  needs: {
    wallet: ledgerFeature,
    messages: messagesFeature,
    members: membersFeature,
    sessions: sessionsFeature,
    verification: verificationFeature,
    signIn: signInFeature,
  },
  create(context, { wallet, messages, members, sessions: { sessions }, verification, signIn }) {
    const { db, merchant } = context;
    const { passwords } = members;
    const invitations = context.slot<AdmitInvited>('invitations of agents');
    const admitInvited: AdmitInvited = (...admission) => invitations.get()(...admission);
    const inviting = context.slot<Referrals>('invitations of members');
    const referrals: Referrals = {
      isCode: (...asked) => inviting.get().isCode(...asked),
      note: (...noted) => inviting.get().note(...noted),
    };
    const needs = { wallet, messages, passwords, sessions, ...verification, signIn };
    const accounts = createAccounts({ ...context, ...needs, admitInvited, referrals });
    return {
      api: { ...accounts, invitations, referrals: inviting },
      calls: accountRoutes({ db, merchant, accounts }),
      jobs: [
        { name: 'forgotten passwords', cronPattern: '*/2 * * * * *', onEveryNode: true, run: accounts.answerResets },
        { name: 'password resets', cronPattern: '*/10 * * * *', run: accounts.sweep },
      ],
    };
  },
});
