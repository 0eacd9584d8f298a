import * as v from 'valibot';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Feedback, OpenFeedback } from '../../content/customer-service/index.ts';
import { accountsOf } from '../../identity/members/index.ts';
import {
  type AuditDeps,
  Badge,
  Card,
  Collapsible,
  type ConsoleArea,
  type ConsoleFile,
  type ConsoleForm,
  type ConsolePage,
  defineForm,
  Facts,
  Form,
  Input,
  idField,
  type LogAction,
  line,
  MemberLink,
  type OperatorSession,
  Pager,
  PictureList,
  type Pictures,
  pageOf,
  Reason,
  reason,
  Table,
  Time,
  tx,
  writeLog,
} from '../../operators/index.ts';
import type { ChatRoom } from '../../play/chat/index.ts';

export interface CustomerServiceAreaDeps extends AuditDeps {
  readonly feedback: Feedback;
  readonly chat: ChatRoom;
  readonly pictures: Pictures;
}

const answer = v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,18}$/)), text: line(2_000) });
const moderated = v.object({ id: idField, reason });

/** Support requests of members and moderation of the chat room. */
export function customerServiceArea(deps: CustomerServiceAreaDeps): ConsoleArea {
  const { chat } = deps;
  return {
    pages: [feedbackPage(deps), chatPage(deps)],
    forms: [
      answerForm(deps),
      moderationForm(deps, '/chat/delete', 'chat.deleted', chat.remove, 'done_chatDeleted'),
      moderationForm(deps, '/chat/restore', 'chat.restored', chat.restore, 'done_chatRestored'),
    ],
    files: [pictureFile(deps)],
  };
}

function feedbackPage({ db, feedback }: CustomerServiceAreaDeps): ConsolePage {
  return {
    path: '/feedback',
    action: 'feedback.answer',
    title: 'feedback',
    inMenu: { group: 'service', place: 10 },
    async load({ session, query }) {
      const { rows: tickets, ...page } = await pageOf(query, feedback.waiting);
      const ids = tickets.flatMap(({ memberId }) => memberId ?? []);
      return (
        <>
          <FeedbackPage session={session} tickets={tickets} names={await accountsOf(db, ids)} />
          <Pager to="/feedback?list=waiting" {...page} />
        </>
      );
    },
  };
}

function chatPage({ db, chat }: CustomerServiceAreaDeps): ConsolePage {
  return {
    path: '/chat',
    action: 'chat.moderate',
    title: 'chat',
    inMenu: { group: 'service', place: 20 },
    async load({ session, query }) {
      const { rows: messages, ...page } = await pageOf(query, ({ limit, offset }) => chat.latest(limit, offset));
      const ids = messages.map(({ memberId }) => memberId);
      return (
        <>
          <ChatPage session={session} messages={messages} names={await accountsOf(db, ids)} />
          <Pager to="/chat?list=all" {...page} />
        </>
      );
    },
  };
}

function answerForm(deps: CustomerServiceAreaDeps): ConsoleForm {
  return defineForm({
    path: '/feedback/answer',
    action: 'feedback.answer',
    body: answer,
    async run({ session, address }, { id, text }) {
      const entry = { operator: session.name, action: 'feedback.answered' as const, object: `feedback:${id}`, reason: '', address };
      await inTransaction(deps.db, async (tx, afterCommit) => {
        if (!(await deps.feedback.answer(tx, { id, operator: session.name, text }, afterCommit))) throw new Refusal('message_not_found');
        await writeLog(tx, deps, entry);
      });
      return { to: '/feedback', message: 'done_answered' };
    },
  });
}

function moderationForm(
  deps: CustomerServiceAreaDeps,
  path: string,
  action: LogAction,
  changeMessage: (id: string, tx: Tx) => Promise<boolean>,
  doneMessage: 'done_chatDeleted' | 'done_chatRestored',
): ConsoleForm {
  return defineForm({
    path,
    action: 'chat.moderate',
    body: moderated,
    async run({ session, address }, { id, reason: auditReason }) {
      const entry = { operator: session.name, action, object: `chat:${id}`, reason: auditReason, address };
      await inTransaction(deps.db, async (tx) => {
        if (!/^\d{1,18}$/.test(id) || !(await changeMessage(id, tx))) throw new Refusal('chat_message_not_found');
        await writeLog(tx, deps, entry);
      });
      return { to: '/chat', message: doneMessage };
    },
  });
}

function pictureFile({ feedback, pictures }: CustomerServiceAreaDeps): ConsoleFile {
  return {
    path: '/feedback/:id/pictures/:upload',
    action: 'feedback.answer',
    async load({ params }) {
      const id = params.id ?? '';
      const [ticket] = /^\d{1,18}$/.test(id) ? await feedback.waiting({ id, limit: 1 }) : [];
      return pictures(ticket?.images ?? [], params.upload);
    },
  };
}

/** Accounts by member id. */
type Names = { readonly names: ReadonlyMap<string, string> };

function FeedbackPage({
  session,
  tickets,
  names,
}: Names & { readonly session: OperatorSession; readonly tickets: readonly OpenFeedback[] }) {
  if (tickets.length === 0) return <p className="empty">{tx('feedbackNone')}</p>;
  return tickets.map(({ id, number, memberId, content, contact, images, createdAt }) => (
    <Card key={id} title={tx('letter', { number })}>
      <Facts
        rows={[
          [tx('time'), <Time key="time" at={createdAt} />],
          [tx('from'), memberId === null ? contact || tx('unknown') : <MemberLink key="m" id={memberId} name={names.get(memberId)} />],
          [
            tx('text'),
            <span key="text" dir="auto">
              {content}
            </span>,
          ],
        ]}
      />
      <PictureList at={`/feedback/${id}/pictures`} ids={images} />
      <Form session={session} to="/feedback/answer" submit={tx('answer')} fixed={{ id }}>
        <Input
          name="text"
          label={tx('answer')}
          rows={4}
          maxLength={2_000}
          hint={memberId === null ? tx('answerElsewhere') : tx('answerHint')}
        />
      </Form>
    </Card>
  ));
}

type ChatMessages = Readonly<Awaited<ReturnType<ChatRoom['latest']>>>;

function ChatPage({ session, messages, names }: Names & { readonly session: OperatorSession; readonly messages: ChatMessages }) {
  return (
    <Card title={tx('chat')}>
      <Table
        caption={tx('chat')}
        heads={[tx('time'), tx('from'), tx('text'), tx('reports'), tx('change')]}
        rows={messages.map((message) => ({
          key: message.id,
          cells: [
            <Time key="time" at={message.createdAt} />,
            <MemberLink key="from" id={message.memberId} name={names.get(message.memberId)} />,
            <span key="text">
              {message.deletedBy ? (
                <>
                  <Badge>{tx('chatRemoved')}</Badge>{' '}
                </>
              ) : null}
              <span dir="auto">{message.text}</span>
            </span>,
            message.reports,
            <Collapsible key="change" title={tx(message.deletedBy ? 'restore' : 'delete')}>
              <Form
                session={session}
                to={message.deletedBy ? '/chat/restore' : '/chat/delete'}
                submit={tx(message.deletedBy ? 'restore' : 'delete')}
                danger={!message.deletedBy}
                fixed={{ id: message.id }}
              >
                <Reason />
              </Form>
            </Collapsible>,
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}
