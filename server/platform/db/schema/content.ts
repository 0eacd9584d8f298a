import type { ColumnType, Generated } from 'kysely';
import type { HelpTopic, PopupTime, PromotionType } from '../../../../shared/api/content-calls.ts';

/** Tables of the content feature: settings, notices, banners, promotions, pop-ups, help; and the stakes behind the VIP levels. */
export interface ContentTables {
  merchant: MerchantTable;
  content_item: ContentItemTable;
  content_text: ContentTextTable;
  content_picture: ContentPictureTable;
  member_stake: MemberStakeTable;
}

export interface MerchantTable {
  code: string;
  /** What the merchant's file said when it was last applied; null without one. */
  file: ColumnType<unknown, string | null | undefined, string | null>;
  /** Made with accounts whose passwords everybody knows. */
  demo: Generated<boolean>;
  /** `MerchantSettings` of the content feature. */
  settings: ColumnType<unknown, string, string>;
  /** Grows with every change of settings, content or catalogue. */
  content_version: ColumnType<string, number | undefined, number>;
}

export interface ContentItemTable {
  id: string;
  merchant: string;
  kind: 'notice' | 'banner' | 'popup' | 'promotion' | 'help';
  /** Place of a banner ("home", "w_login", "w_register"); empty otherwise. */
  group_name: string;
  position: number;
  href: string;
  tone: string;
  /** Address of the picture; empty: the artwork that is drawn from the id. */
  image: Generated<string>;
  /** Whom a promotion is for. `visitors`: who has no account yet. `real`: not trial accounts. */
  audience: Generated<'everyone' | 'visitors' | 'real'>;
  /** Of promotions, and of them alone; as `pop_time` of pop-ups and `topic` of help articles. */
  promotion_type: PromotionType | null;
  pop_time: PopupTime | null;
  topic: HelpTopic | null;
  /** Written by an operator: a feed or a seed does not write over it. */
  edited: Generated<boolean>;
  published_at: Date;
  /** Null: shown until it is withdrawn. */
  ends_at: Date | null;
}

export interface ContentTextTable {
  item_id: string;
  /** Language code on the wire. */
  language: string;
  title: string;
  /** Sanitised HTML; plain text of a banner. */
  body: string;
  /** Plain text for the card of a promotion. */
  summary: Generated<string>;
  /** Label of a banner's button. */
  action: string;
}

/** Of a banner or a promotion, 3 to 1. */
export interface ContentPictureTable {
  id: string;
  merchant: string;
  item_id: string;
  /** 1,600 pixels wide. */
  wide: Buffer;
  /** 800 pixels wide. */
  narrow: Buffer;
  created_at: Date;
  /** Null: the one that is shown. */
  replaced_at: Date | null;
}

/** Kept by a trigger on `vendor_round`. */
export interface MemberStakeTable {
  member_id: string;
  /** Settled stakes in real money since registration, without what was taken back. */
  settled: ColumnType<string, never, never>;
}
