import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createChatRoom } from './room.ts';
import { chatRoutes } from './routes.ts';

/** The chat of the lobby. */
export const chatFeature = defineFeature({
  name: 'chat',
  migrations: MIGRATIONS,
  needs: {},
  create(context) {
    const chat = createChatRoom(context);
    return { api: chat, calls: chatRoutes({ chat }), jobs: [{ name: 'old chat', cronPattern: '23 4 * * *', run: chat.sweep }] };
  },
});
