import * as v from 'valibot';
import { PLATFORM_WEB } from '../constants.ts';
import { defineCall } from './define-call.ts';
import { code, instant, nothing, text, wireAmount } from './fields.ts';

/** HTML is sanitised by the platform before it is stored; a portal sanitises it again before rendering. */
const noticeValue = v.object({ id: v.string(), title: v.string(), content: v.string(), date: instant });

/** Groups of banners: on the home page, in the sign-in dialog, in the registration dialog. */
export const BANNER_GROUPS = ['home', 'w_login', 'w_register'] as const;
const bannerValue = v.object({
  id: v.string(),
  groupName: v.string(),
  title: v.string(),
  text: v.string(),
  action: v.string(),
  href: v.string(),
  /** The operator's picture, or the artwork generated from the banner's id. */
  imageUrl: v.string(),
  /** The same picture at half the width; generated artwork has none. */
  smallImageUrl: v.optional(v.string()),
  tone: v.string(),
});
export type Banner = v.InferOutput<typeof bannerValue>;

/** `instant`: on the first page of a visit. `login`: on the first page after each sign-in. `visitor`: once, to visitors only. */
export const POPUP_TIMES = ['instant', 'login', 'visitor'] as const;
export type PopupTime = (typeof POPUP_TIMES)[number];
const popupValue = v.object({ ...noticeValue.entries, when: v.picklist(POPUP_TIMES), href: v.string(), action: v.string() });
export type Popup = v.InferOutput<typeof popupValue>;

/** Kinds of promotions, the filters of the list. */
export const PROMOTION_TYPES = ['welcome', 'deposit', 'rebate', 'event'] as const;
export type PromotionType = (typeof PROMOTION_TYPES)[number];
const promotionValue = v.object({
  ...noticeValue.entries,
  /** Plain text for the card. */
  summary: v.string(),
  type: v.picklist(PROMOTION_TYPES),
  imageUrl: v.string(),
  tone: v.string(),
  /** Null: no end. */
  endsAt: v.nullable(instant),
  action: v.string(),
  href: v.string(),
});
export type Promotion = v.InferOutput<typeof promotionValue>;

/** Banners, players' notices, pop-ups, promotions, help. */
export const ANNOUNCEMENT_TYPES = ['B', 'PL', 'PU', 'PR', 'H'] as const;
export const ANNOUNCEMENT_EXECUTION = 'B';
const announcementTypes = v.pipe(
  text(64),
  v.regex(new RegExp(`^(?:${ANNOUNCEMENT_TYPES.join('|')})(?:,(?:${ANNOUNCEMENT_TYPES.join('|')}))*$`)),
);

export const listAnnouncements = defineCall({
  id: 'content.announcements',
  method: 'GET',
  path: '/wps/relay/MCSFE_getListAnnouncements',
  module: 'MCSFE_getListAnnouncements',
  summary: 'Notices, banners, pop-ups, promotions and help for the language of the request; `types` leaves lists that are not named empty.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 30,
  query: v.strictObject({
    /** Comma-separated `ANNOUNCEMENT_TYPES`; default: all. */
    types: v.optional(announcementTypes),
    platform: v.optional(v.literal(PLATFORM_WEB)),
    execution: v.optional(v.literal(ANNOUNCEMENT_EXECUTION)),
    language: v.optional(text(8)),
  }),
  body: nothing,
  value: v.object({
    player: v.array(noticeValue),
    banners: v.array(bannerValue),
    popup: v.array(popupValue),
    promotion: v.array(promotionValue),
    help: v.optional(v.array(noticeValue), []),
  }),
});

/** Stored widths of a banner's or promotion's picture in pixels; the height is a third of it. */
export const CONTENT_PICTURE_WIDTHS = { wide: 1_600, narrow: 800 } as const;

export const contentPicture = defineCall({
  id: 'content.picture',
  method: 'GET',
  path: '/wps/content/picture',
  module: 'content',
  summary: 'The picture of a banner or promotion; `size` chooses between 1,600 (`wide`) and 800 pixels of width.',
  token: 'none',
  actors: 'anyone',
  answer: 'picture',
  query: v.strictObject({ id: code, size: v.optional(v.picklist(['wide', 'narrow']), 'wide') }),
  body: nothing,
  value: v.object({}),
});

/** The path is not given by the interface description. Source of the badge of the rewards entry. */
export const availablePromotions = defineCall({
  id: 'content.availablePromotions',
  method: 'GET',
  path: '/wps/relay/MCS2_getAvailablePromotions',
  module: 'MCS2_getAvailablePromotions',
  summary: 'Promotions that are open to the signed-in member now.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: v.object({ availablePromo: v.array(v.string()), availablePromoCount: v.number() }),
});

export const HELP_TOPICS = ['account', 'deposit', 'withdraw', 'games', 'fairness', 'safety', 'app', 'trouble'] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

export const helpCenter = defineCall({
  id: 'content.help',
  method: 'GET',
  path: '/wps/system/helpCenter',
  module: 'system',
  summary: 'Articles of the help centre for the language of the request, in order of display.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 60,
  query: v.strictObject({ language: v.optional(text(8)) }),
  body: nothing,
  value: v.object({
    articles: v.array(v.object({ id: v.string(), topic: v.picklist(HELP_TOPICS), title: v.string(), content: v.string() })),
  }),
});
export type HelpArticle = v.InferOutput<(typeof helpCenter)['value']>['articles'][number];

/** The path is not given by the interface description. Conditions and benefits as published by the merchant. */
export const vipLevels = defineCall({
  id: 'content.vipLevels',
  method: 'GET',
  path: '/wps/relay/MCS2_getVipLevels',
  module: 'MCS2_getVipLevels',
  summary: 'VIP levels, the lowest first.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 300,
  query: nothing,
  body: nothing,
  value: v.object({
    currencySymbol: v.string(),
    levels: v.array(
      v.object({
        rankLevel: v.number(),
        labelName: v.string(),
        /** Settled stake since registration that reaches the level. */
        stake: wireAmount,
        /** Withdrawals a day. */
        withdrawalsPerDay: v.number(),
        /** Percent of the settled stake ("0.30"). */
        rebatePercent: v.string(),
        personalService: v.boolean(),
      }),
    ),
  }),
});

/** Events pushed to a member's browsers. `balance` contains the whole new balance, the others the change or a count. */
export const eventValue = v.variant('type', [
  v.object({ type: v.literal('balance'), sumBalance: v.string(), version: v.number(), at: instant }),
  v.object({ type: v.literal('session-ended') }),
  v.object({ type: v.literal('hello') }),
  v.object({ type: v.literal('inbox'), unread: v.number() }),
  v.object({ type: v.literal('promotions'), count: v.number() }),
  v.object({ type: v.literal('announcement'), id: v.string() }),
  v.object({ type: v.literal('deposit'), depositId: v.string(), status: v.string() }),
  v.object({ type: v.literal('withdrawal'), withdrawalId: v.string(), status: v.string() }),
  /** Limits, breaks or the reality check of the member have changed; or a stake was `refused` by the named rule. */
  v.object({ type: v.literal('protection'), refused: v.optional(v.string()) }),
]);
export type MemberEvent = v.InferOutput<typeof eventValue>;

export const eventStream = defineCall({
  id: 'events.stream',
  method: 'GET',
  path: '/wps/relay/MCSFE_eventStream',
  module: 'MCSFE_eventStream',
  summary: 'Server-sent events for the signed-in member: the current balance first, then each change.',
  token: 'required',
  actors: 'signed-in',
  throttle: 'stream',
  answer: 'events',
  query: nothing,
  body: nothing,
  value: eventValue,
});
