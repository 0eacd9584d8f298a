import { inboxList, inboxRead, unreadCount } from '../../../../shared/api/inbox/contract.ts';
import { defined } from '../../../kit/defined.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { MemberInbox } from './inbox.ts';

export function inboxRoutes({ db, inbox }: { db: Database; inbox: MemberInbox }): readonly BoundCall[] {
  return [
    bind(inboxList, async ({ actor, language }, { query: { pageNo, around } }) => {
      const { messages, ...page } = await inbox.page(actor.memberId, language, { pageNo, ...defined({ aroundMessageId: around }) });
      return { ...page, messages: [...messages] };
    }),
    bind(unreadCount, async ({ actor }) => ({ unreadCount: await inbox.unread(db, actor.memberId) })),
    bind(inboxRead, async ({ actor }, { body: { messageId } }) => ({
      unreadCount: await inbox.markRead(actor.memberId, messageId),
    })),
  ];
}
