import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import controls from '../../styles/controls.module.css';
import { Button } from '../ui/button.tsx';
import styles from './chat.module.css';
import type { ChatLog } from './chat-log.ts';
import { MessageRow } from './message-row.tsx';

export interface ChatListProps {
  readonly t: Translate;
  readonly log: ChatLog;
  readonly pending: string | null;
  readonly loading: boolean;
  readonly canReport: boolean;
  /** Shown while nobody has written. */
  readonly children: ReactNode;
}

/** So near to the end counts as at the end. */
const NEAR_PX = 48;

/** The messages. Whoever reads at the end stays there; whoever has scrolled up is told of new ones instead. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for what has come, not for what it calls
  useLayoutEffect(() => {
    if (atEnd.current || pending !== null) toEnd();
  }, [lastId, pending]);
  useEffect(() => {
    const element = box.current;
    if (!element || !('ResizeObserver' in window)) return undefined;
    // The keyboard of a phone takes room away from the list.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
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
