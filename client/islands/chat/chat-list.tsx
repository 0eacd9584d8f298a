import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import styles from './chat.module.css';
import type { ChatLog } from './chat-log.ts';
import { MessageRow } from './message-row.tsx';

export interface ChatListProps {
  readonly t: Translate;
  readonly log: ChatLog;
  readonly pending: string | null;
  readonly loading: boolean;
  readonly canReport: boolean;
  /** Shown while the room has no messages. */
  readonly children: ReactNode;
}

/** Distance from the end that still counts as the end, in pixels. */
const NEAR_PX = 48;

/** The messages. A reader at the end follows new messages; a reader who has scrolled up gets a notice instead. */
export function ChatList({ t, log: { messages, own }, pending, loading, canReport, children }: ChatListProps) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [seenId, setSeenId] = useState<string | undefined>();
  const lastId = messages.at(-1)?.id;
  const toEnd = () => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
    atEnd.current = true;
    setSeenId(lastId);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for new messages, not for the functions it calls
  useLayoutEffect(() => {
    if (atEnd.current || pending !== null) toEnd();
  }, [lastId, pending]);
  useEffect(() => {
    const element = box.current;
    if (!element || !('ResizeObserver' in window)) return undefined;
    // The on-screen keyboard reduces the height of the list.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const seen = messages.findIndex(({ id }) => id === seenId);
  const fresh = messages.length - 1 - (seen < 0 ? messages.length - 1 : seen);
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    if (atEnd.current) setSeenId(lastId);
  };
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.list}
        role="log"
        aria-label={t('chat.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        aria-busy={loading}
      >
        {loading ? <span className={controls.spinner} /> : null}
        {!loading && messages.length === 0 && pending === null ? children : null}
        {messages.map((message) => (
          <MessageRow key={message.id} t={t} message={message} isOwn={own.has(message.id)} canReport={canReport} />
        ))}
        {pending === null ? null : (
          <div className={styles.message} data-own="" data-pending="">
            <p className={styles.text} dir="auto">
              {pending}
            </p>
            <p className={styles.meta}>{t('chat.sending')}</p>
          </div>
        )}
      </div>
      {fresh > 0 ? (
        <Button className={styles.pill} variant="primary" dense icon="arrow-down" onClick={toEnd}>
          {t('chat.new', { count: fresh })}
        </Button>
      ) : null}
    </div>
  );
}
