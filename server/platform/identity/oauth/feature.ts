import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { accountsFeature } from '../accounts/index.ts';
import { membersFeature } from '../members/index.ts';
import { sessionsFeature } from '../sessions/index.ts';
import { signInFeature } from '../sign-in/index.ts';
import { verificationFeature } from '../verification/index.ts';
import { oauthRoutes } from './routes.ts';

/** Sign-in and registration with an account of another site. */
export const oauthFeature = defineFeature({
  name: 'oauth',
  needs: {
    wallet: ledgerFeature,
    messages: messagesFeature,
    members: membersFeature,
    sessions: sessionsFeature,
    verification: verificationFeature,
    signIn: signInFeature,
    accounts: accountsFeature,
  },
  create(context, { members: { passwords }, sessions: { sessions }, verification, ...needs }) {
    return { api: {}, calls: oauthRoutes({ ...context, ...needs, ...verification, passwords, sessions }) };
  },
});
