import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { factorsFeature } from '../factors/index.ts';
import { membersFeature } from '../members/index.ts';
import { sessionsFeature } from '../sessions/index.ts';
import { verificationFeature } from '../verification/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { signInRoutes } from './routes.ts';
import { createSignIn } from './sign-in.ts';

/** Sign-in by password, code, passkey or remember token, with its second step. */
export const signInFeature = defineFeature({
  name: 'sign-in',
  migrations: MIGRATIONS,
  needs: {
    members: membersFeature,
    sessions: sessionsFeature,
    factors: factorsFeature,
    verification: verificationFeature,
    messages: messagesFeature,
  },
  create(context, { members, sessions: { sessions }, factors, verification, messages }) {
    const deps = { ...context, passwords: members.passwords, sessions, factors, ...verification, messages };
    const signIn = createSignIn(deps);
    return {
      api: signIn,
      calls: signInRoutes({ ...deps, signIn }),
      jobs: [{ name: 'sign-ins', cronPattern: '*/10 * * * *', run: signIn.sweep }],
    };
  },
});
