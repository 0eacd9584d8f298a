import type { ColumnType } from 'kysely';

/** Tables of the content feature: settings, notices, banners, promotions, pop-ups. */
export interface ContentTables {
  merchant: MerchantTable;
  content_item: ContentItemTable;
  content_text: ContentTextTable;
}

export interface MerchantTable {
  code: string;
  /** `MerchantSettings` of the content feature. */
  settings: ColumnType<unknown, string, string>;
  /** Grows with every change of settings, content or catalogue. */
  content_version: ColumnType<string, number | undefined, number>;
}

export interface ContentItemTable {
  id: string;
  merchant: string;
  kind: 'notice' | 'banner' | 'popup' | 'promotion';
  /** Place of a banner ("home", "w_login", "w_register"); empty otherwise. */
  group_name: string;
  position: number;
  href: string;
  tone: string;
  published_at: Date;
  /** Null: shown until it is withdrawn. */
  ends_at: Date | null;
}

export interface ContentTextTable {
  item_id: string;
  /** Language code on the wire. */
  language: string;
  title: string;
  /** Sanitised HTML of a notice, plain text of a banner. */
  body: string;
  /** Label of a banner's button. */
  action: string;
}
