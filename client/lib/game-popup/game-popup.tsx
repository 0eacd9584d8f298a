import type { Translate } from '../../../shared/i18n/translate.ts';

export interface GamePopupProps {
  readonly t: Translate;
  /** BCP 47. */
  readonly languageTag: string;
  readonly vassalage: string;
  readonly vendorName: string;
}

export function GamePopup({ t }: GamePopupProps) {
  return <p role="status">{t('common.loading')}</p>;
}
