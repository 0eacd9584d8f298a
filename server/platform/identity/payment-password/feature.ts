import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { membersFeature } from '../members/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createPaymentPassword } from './service.ts';

/** The second password, for payouts. */
export const paymentPasswordFeature = defineFeature({
  name: 'payment password',
  migrations: MIGRATIONS,
  needs: { inbox: inboxFeature, messages: messagesFeature, members: membersFeature },
  create: (context, { inbox, messages, members: { passwords } }) => ({
    api: createPaymentPassword({ ...context, inbox, messages, passwords }),
  }),
});
