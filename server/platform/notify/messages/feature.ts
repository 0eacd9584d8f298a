import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { createMessages } from './messages.ts';
import { WAITING } from './waiting.ts';

/** Mails and SMS, through an outbox. */
export const messagesFeature = defineFeature({
  name: 'messages',
  waiting: WAITING,
  needs: {},
  create(context) {
    const messages = createMessages(context);
    return {
      api: messages,
      jobs: [
        { name: 'outbox', cronPattern: '*/5 * * * * *', onEveryNode: true, run: messages.flush },
        { name: 'old messages', cronPattern: '41 3 * * *', run: messages.sweep },
      ],
    };
  },
});
