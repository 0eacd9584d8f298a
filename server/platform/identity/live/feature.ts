import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { sessionsFeature } from '../sessions/index.ts';
import { eventRoutes } from './routes.ts';

/** The event stream of a signed-in member. */
export const liveFeature = defineFeature({
  name: 'live',
  needs: { wallet: ledgerFeature, inbox: inboxFeature, sessions: sessionsFeature },
  create: ({ db, clock, hub }, { wallet, inbox, sessions: { sessions } }) => ({
    api: {},
    calls: eventRoutes({ db, clock, hub, wallet, sessions, inbox }),
  }),
});
