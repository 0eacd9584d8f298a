import { inTransaction } from '../../base/db/index.ts';
import { type Messages, NO_SERVICE, type OutboxMessage } from '../../notify/messages/index.ts';
import { type AuditDeps, Badge, Card, type ConsoleArea, Table, Time, tx, writeLog } from '../../operators/index.ts';

export interface OutboxAreaDeps extends AuditDeps {
  readonly messages: Messages;
}

const MESSAGES_SHOWN = 200;

/** Latest messages to members with their texts. They name recipients, so each view is written to the log. */
export function outboxArea(deps: OutboxAreaDeps): ConsoleArea {
  return {
    pages: [
      {
        path: '/outbox',
        action: 'outbox.read',
        title: 'outbox',
        inMenu: { group: 'control', place: 30 },
        async load({ session, address }) {
          const entry = { operator: session.name, action: 'outbox.read' as const, object: '', reason: '', address };
          await inTransaction(deps.db, (work) => writeLog(work, deps, entry));
          return <OutboxPage messages={await deps.messages.recent(MESSAGES_SHOWN)} />;
        },
      },
    ],
    forms: [],
  };
}

function OutboxPage({ messages }: { readonly messages: readonly OutboxMessage[] }) {
  return (
    <Card title={tx('outbox')}>
      <Table
        caption={tx('outbox')}
        heads={[tx('time'), tx('outboxChannel'), tx('outboxTo'), tx('outboxText'), tx('outboxState')]}
        rows={messages.map(({ id, channel, to, template, subject, text, createdAt, sentAt, failure }) => ({
          key: id,
          cells: [
            <Time key="time" at={new Date(createdAt)} />,
            `${tx(`outboxChannel_${channel}`)}, ${tx(`message_${template}`)}`,
            to,
            [subject, text].filter((part) => part !== '').join('\n'),
            <State key="state" isSent={sentAt !== null} failure={failure} />,
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

function State({ isSent, failure }: { readonly isSent: boolean; readonly failure: string | null }) {
  if (isSent) return <Badge tone="pos">{tx('outboxSent')}</Badge>;
  if (failure === NO_SERVICE) return <Badge tone="neg">{tx('outboxNoService')}</Badge>;
  return failure === null ? <Badge>{tx('outboxWaiting')}</Badge> : <Badge tone="neg">{tx('outboxFailed', { reason: failure })}</Badge>;
}
