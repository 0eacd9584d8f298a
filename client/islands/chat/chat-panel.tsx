import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { translator } from '../../../shared/i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { loadTexts, textsOf } from '../modals/texts.ts';
import styles from './chat-panel.module.css';
import { ChatRoom, type ChatRoomProps } from './chat-room.tsx';

export interface ChatPanelProps {
  readonly id: string;
  readonly languageTag: ChatRoomProps['languageTag'];
  readonly onClose: () => void;
}

export function loadChatTexts(): Promise<void> {
  return loadTexts(document.documentElement.lang, ['chat']);
}

/** The chat room next to a game. It is not modal: the game stays in reach of pointer and keyboard. Its texts are loaded with it. */
export function ChatPanel({ id, languageTag, onClose }: ChatPanelProps) {
  const t = useMemo(() => translator(textsOf(languageTag), languageTag), [languageTag]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Of an input method that is composing, Escape ends the composition only.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside id={id} className={styles.panel} aria-labelledby={`${id}-title`} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h2 ref={heading} id={`${id}-title`} className={styles.title} tabIndex={-1}>
          {t('header.chatRoom')}
        </h2>
        <Button variant="ghost" dense iconOnly icon="x" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
      <ChatRoom t={t} languageTag={languageTag} />
    </aside>
  );
}
