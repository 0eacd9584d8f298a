import type { Translate } from '../../../shared/i18n/translate.ts';

export interface OutcomeTexts {
  readonly t: Translate;
  readonly money: (wire: string) => string;
}
