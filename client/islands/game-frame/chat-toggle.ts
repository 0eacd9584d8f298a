import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { claimModal } from '../../runtime/modals.ts';

export interface ChatToggle {
  readonly open: boolean;
  /** Of the panel, for `aria-controls`. */
  readonly id: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  toggle(): void;
  close(): void;
}

/** Whether the chat is open next to the game. Every link to the chat room of the page opens it there. */
export function useChatToggle(offered: boolean): ChatToggle {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (offered ? claimModal('chat-room', () => setOpen(true)) : undefined), [offered]);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  return { open, id, button, toggle: () => setOpen((before) => !before), close };
}
