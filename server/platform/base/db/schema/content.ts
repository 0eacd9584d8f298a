import type { ColumnType, Generated } from 'kysely';
import type { HelpTopic, PopupTime, PromotionType } from '../../../../../shared/api/publishing/constants.ts';

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
  /** Contents of the merchant file when it was last applied; null without one. */
  file: ColumnType<unknown, string | null | undefined, string | null>;
  /** Created with demo accounts, whose passwords are public. */
  demo: Generated<boolean>;
  /** `MerchantSettings` of the content feature. */
  settings: ColumnType<unknown, string, string>;
  /** Increases with every change of settings, content or catalogue. */
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
  /** Address of the picture; empty: artwork drawn from the id. */
  image: Generated<string>;
  /** Audience of a promotion. `visitors`: without an account. `real`: without trial accounts. */
  audience: Generated<'everyone' | 'visitors' | 'real'>;
  /** For promotions only, like `pop_time` for pop-ups and `topic` for help articles. */
  promotion_type: PromotionType | null;
  pop_time: PopupTime | null;
  topic: HelpTopic | null;
  /** Edited by an operator: feeds and the seed do not overwrite it. */
  edited: Generated<boolean>;
  /** Not published until an operator publishes it. */
  draft: Generated<boolean>;
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

/** Picture of a banner or promotion, 3 to 1. */
export interface ContentPictureTable {
  id: string;
  merchant: string;
  item_id: string;
  /** 1,600 pixels wide. */
  wide: Buffer;
  /** 800 pixels wide. */
  narrow: Buffer;
  created_at: Date;
  /** Null: the current picture. */
  replaced_at: Date | null;
}

/** Maintained by a trigger on `vendor_round`. */
export interface MemberStakeTable {
  member_id: string;
  /** Settled real-money stakes since registration, less refunds. */
  settled: ColumnType<string, never, never>;
}
