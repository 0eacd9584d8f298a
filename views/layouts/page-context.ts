import type { MemberLinks, ModalHostProps } from '../../client/lib/island-props.ts';
import type { GameMenu } from '../../shared/api/game-calls.ts';
import type { Theme } from '../../shared/constants.ts';
import type { Language } from '../../shared/i18n/languages.ts';
import type { Translate } from '../../shared/i18n/translate.ts';

/** What every page of the site needs besides its own data. */
export interface PageContext {
  readonly t: Translate;
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly theme: Theme;
  /** Path and query of this page. */
  readonly here: string;
  readonly brand: string;
  readonly menus: readonly GameMenu[];
  readonly modal: ModalHostProps;
}

/** Pages for members that exist. */
export const MEMBER_LINKS: MemberLinks = {
  personalCentre: '/member/securityCenter',
  deposit: '/member/depositv2',
  withdraw: null,
  bettingRecord: '/member/personalHistoryCopy',
};
