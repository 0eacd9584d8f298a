import { chatMessages, chatReport, chatSend } from '../../../../shared/api/chat/contract.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { ChatRoom } from './room.ts';

export function chatRoutes({ chat }: { chat: ChatRoom }): readonly BoundCall[] {
  return [
    bind(chatMessages, (_caller, { query: { after, count } }) => chat.read({ after, count })),
    bind(chatSend, ({ actor }, { body }) => chat.send(actor, body)),
    bind(chatReport, async ({ actor }, { body }) => {
      await chat.report(actor, body.messageId);
      return {};
    }),
  ];
}
