/** Groups of banners: on the home page, in the sign-in dialog, in the registration dialog. */
export const BANNER_GROUPS = ['home', 'w_login', 'w_register'] as const;

/** `instant`: on the first page of a visit. `login`: on the first page after each sign-in. `visitor`: once, to visitors only. */
export const POPUP_TIMES = ['instant', 'login', 'visitor'] as const;
export type PopupTime = (typeof POPUP_TIMES)[number];

/** Kinds of promotions, the filters of the list. */
export const PROMOTION_TYPES = ['welcome', 'deposit', 'rebate', 'event'] as const;
export type PromotionType = (typeof PROMOTION_TYPES)[number];

/** Banners, players' notices, pop-ups, promotions, help. */
export const ANNOUNCEMENT_TYPES = ['B', 'PL', 'PU', 'PR', 'H'] as const;
export const ANNOUNCEMENT_EXECUTION = 'B';

/** Stored widths of a banner's or promotion's picture in pixels; the height is a third of it. */
export const CONTENT_PICTURE_WIDTHS = { wide: 1_600, narrow: 800 } as const;

/** Pages of the merchant's own texts, under `/help/<page>`. */
export const LEGAL_PAGES = ['terms', 'privacy', 'safer-play', 'refunds', 'affiliates', 'about', 'contact'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

export const HELP_TOPICS = ['account', 'deposit', 'withdraw', 'games', 'fairness', 'safety', 'app', 'trouble'] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];
