import { useState } from 'react';
import { chatSend } from '../../../shared/api/chat/calls.ts';
import { CHAT_RETENTION_DAYS } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { createAttempt, randomReference } from '../../page/attempt.ts';
import { call, problemText } from '../../page/call.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './chat.module.css';
import { ChatForm } from './chat-form.tsx';
import { ChatList } from './chat-list.tsx';
import { useRoom } from './use-room.ts';
import { useWriter } from './use-writer.ts';

export interface ChatRoomProps {
  readonly t: Translate;
  /** BCP 47. */
  readonly languageTag: string;
}

/** Text of a message that is being sent; one at a time. */
type Pending = string | null;

/** The public chat room: everyone reads, members write. A sent message is shown at once and removed if refused. */
export function ChatRoom({ t }: ChatRoomProps) {
  const room = useRoom();
  const writer = useWriter();
  const [attempt] = useState(() => createAttempt(randomReference()));
  const [pending, setPending] = useState<Pending>(null);
  const [problem, setProblem] = useState('');
  /** True if the message was accepted. */
  const send = async (text: string): Promise<boolean> => {
    setPending(text);
    setProblem('');
    const answer = await call(chatSend, { body: { text, reference: attempt.reference(text) } });
    setPending(null);
    if (!answer.success) {
      setProblem(answer.errors?.text?.message ?? problemText(t, answer));
      return false;
    }
    attempt.complete();
    room.addOwn(answer.value);
    return true;
  };
  const { log, state } = room;
  const { timeZone } = document.documentElement.dataset;
  if (state === 'failed')
    return (
      <EmptyState icon="wifi-off" title={t('chat.failed')}>
        <Button onClick={room.refresh}>{t('common.retry')}</Button>
      </EmptyState>
    );
  if (!log.open) return <EmptyState icon="message-circle" title={t('chat.closed')} />;
  return (
    <div className={styles.room}>
      <ChatList t={t} log={log} pending={pending} loading={state === 'loading'} canReport={writer === 'member'}>
        <EmptyState icon="message-circle" title={t('chat.empty')} text={t('chat.emptyText', { days: CHAT_RETENTION_DAYS })} />
      </ChatList>
      <p className={styles.state} role="status">
        {state === 'trouble' ? t('chat.reconnecting') : ''}
      </p>
      {timeZone ? <p className={styles.zone}>{t('chat.zone', { zone: timeZone })}</p> : null}
      <ChatForm t={t} writer={writer} busy={pending !== null} problem={problem} onSend={send} />
    </div>
  );
}
