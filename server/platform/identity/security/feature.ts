import { defineFeature } from '../../base/feature.ts';
import { payloadKeysFeature } from '../../base/payload-keys/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { factorsFeature } from '../factors/index.ts';
import { membersFeature } from '../members/index.ts';
import { paymentPasswordFeature } from '../payment-password/index.ts';
import { sessionsFeature } from '../sessions/index.ts';
import { signInFeature } from '../sign-in/index.ts';
import { verificationFeature } from '../verification/index.ts';
import { type FactorRouteDeps, factorRoutes } from './factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** What signed-in members do with their password, factors, contacts and sessions. */
export const securityFeature = defineFeature({
  name: 'security',
  needs: {
    payloadKeys: payloadKeysFeature,
    messages: messagesFeature,
    members: membersFeature,
    sessions: sessionsFeature,
    verification: verificationFeature,
    factors: factorsFeature,
    signIn: signInFeature,
    paymentPassword: paymentPasswordFeature,
  },
  create(context, { payloadKeys, messages, members, sessions: { sessions }, verification, factors, signIn, paymentPassword }) {
    const deps = { ...context, messages, passwords: members.passwords, sessions, ...verification, factors, signIn };
    const payoutAccounts = context.slot<FactorRouteDeps['payoutAccounts']>('payout accounts of the security page');
    return {
      api: { payoutAccounts },
      calls: [
        ...sessionRoutes({ ...deps, payloadKeys }),
        ...factorRoutes({ ...deps, paymentPassword, payoutAccounts: { list: (...member) => payoutAccounts.get().list(...member) } }),
      ],
    };
  },
});
