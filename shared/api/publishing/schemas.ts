import * as v from 'valibot';
import { PLATFORM_WEB } from '../../constants.ts';
import { code, instant, nothing, text, wireAmount } from '../fields.ts';
import { ANNOUNCEMENT_EXECUTION, ANNOUNCEMENT_TYPES, HELP_TOPICS, LEGAL_PAGES, POPUP_TIMES, PROMOTION_TYPES } from './constants.ts';

/** HTML is sanitised by the platform before it is stored; a portal sanitises it again before rendering. */
const noticeValue = v.object({ id: v.string(), title: v.string(), content: v.string(), date: instant });

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

const popupValue = v.object({ ...noticeValue.entries, when: v.picklist(POPUP_TIMES), href: v.string(), action: v.string() });
export type Popup = v.InferOutput<typeof popupValue>;

const promotionValue = v.object({
  ...noticeValue.entries,
  /** Plain text for the card. */
  summary: v.string(),
  /** Null: the platform does not sort its promotions. */
  type: v.nullable(v.picklist(PROMOTION_TYPES)),
  imageUrl: v.string(),
  tone: v.string(),
  /** Null: no end; absent: unknown. */
  endsAt: v.optional(v.nullable(instant)),
  action: v.string(),
  href: v.string(),
});
export type Promotion = v.InferOutput<typeof promotionValue>;

const announcementTypes = v.pipe(
  text(64),
  v.regex(new RegExp(`^(?:${ANNOUNCEMENT_TYPES.join('|')})(?:,(?:${ANNOUNCEMENT_TYPES.join('|')}))*$`)),
);

export const listAnnouncements = {
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
};

export const agentAnnouncements = { query: nothing, body: nothing, value: v.object({ notices: v.array(noticeValue) }) };

export const contentPicture = {
  query: v.strictObject({ id: code, size: v.optional(v.picklist(['wide', 'narrow']), 'wide') }),
  body: nothing,
  value: v.object({}),
};

export const availablePromotions = {
  query: nothing,
  body: nothing,
  value: v.object({ availablePromo: v.array(v.string()), availablePromoCount: v.number() }),
};

export const helpCenter = {
  query: v.strictObject({ language: v.optional(text(8)) }),
  body: nothing,
  value: v.object({
    articles: v.array(v.object({ id: v.string(), topic: v.picklist(HELP_TOPICS), title: v.string(), content: v.string() })),
    /** Texts of the merchant's own pages that operators have published; `language` is that of the text, English without another one. */
    pages: v.optional(v.array(v.object({ page: v.picklist(LEGAL_PAGES), language: text(8), content: v.string() })), []),
  }),
};
export type LegalText = v.InferOutput<(typeof helpCenter)['value']>['pages'][number];
export type HelpArticle = v.InferOutput<(typeof helpCenter)['value']>['articles'][number];

export const vipLevels = {
  query: nothing,
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    /** Months of the periods in which levels must be kept; null: they are kept. */
    keepMonths: v.optional(v.nullable(v.number()), null),
    /** Days in which a gift can be claimed. */
    giftDays: v.optional(v.number(), 30),
    levels: v.array(
      v.object({
        rankLevel: v.number(),
        labelName: v.string(),
        /** Settled stake since registration that reaches the level. */
        stake: wireAmount,
        /** Deposits since registration that are needed as well, and the stake of a period that keeps the level; zero: none. */
        deposits: v.optional(wireAmount, '0.0000'),
        keepStake: v.optional(wireAmount, '0.0000'),
        /** Gifts for reaching the level, and for each birthday on it; zero: none. */
        upgradeGift: v.optional(wireAmount, '0.0000'),
        birthdayGift: v.optional(wireAmount, '0.0000'),
        /** Points of play are the rate of the category times this. */
        pointFactor: v.optional(v.string(), '1.00'),
        /** Fee and limits of withdrawals; null: unknown. */
        withdrawal: v.optional(
          v.nullable(
            v.object({
              fee: v.object({ fixed: wireAmount, basisPoints: v.number() }),
              /** Withdrawals of a month without a fee. */
              freePerMonth: v.number(),
              max: wireAmount,
              maxPerDay: wireAmount,
            }),
          ),
          null,
        ),
        /** Withdrawals a day. */
        withdrawalsPerDay: v.number(),
        /** Percent of the settled stake ("0.30"). */
        rebatePercent: v.string(),
        personalService: v.boolean(),
      }),
    ),
  }),
};
