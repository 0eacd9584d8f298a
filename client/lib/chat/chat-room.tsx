import type { Translate } from '../../../shared/i18n/translate.ts';

export interface ChatRoomProps {
  readonly t: Translate;
  /** BCP 47. */
  readonly languageTag: string;
}

export function ChatRoom({ t }: ChatRoomProps) {
  return <p role="status">{t('common.loading')}</p>;
}
