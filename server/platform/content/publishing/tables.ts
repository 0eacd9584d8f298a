import type { Generated } from 'kysely';
import type { HelpTopic, LegalPage, PopupTime, PromotionType } from '../../../../shared/api/publishing/constants.ts';

export interface ContentTables {
  content_item: ContentItemTable;
  content_text: ContentTextTable;
  content_picture: ContentPictureTable;
}

export interface ContentItemTable {
  id: string;
  merchant: string;
  kind: 'notice' | 'banner' | 'popup' | 'promotion' | 'help' | 'legal';
  /** Place of a banner ("home", "w_login", "w_register"); empty otherwise. */
  group_name: string;
  position: number;
  href: string;
  tone: string;
  /** Address of the picture; empty: artwork drawn from the id. */
  image: Generated<string>;
  /** Audience of a promotion. `visitors`: without an account. `real`: without trial accounts. `agents`: of a notice only. */
  audience: Generated<'everyone' | 'visitors' | 'real' | 'agents'>;
  /** For promotions only, like `pop_time` for pop-ups and `topic` for help articles. */
  promotion_type: PromotionType | null;
  pop_time: PopupTime | null;
  topic: HelpTopic | null;
  /** The merchant's page of a legal text. */
  page: LegalPage | null;
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
interface ContentPictureTable {
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

declare module '../../base/db/tables.ts' {
  interface Tables extends ContentTables {}
}
