import type { Generated } from 'kysely';

export interface MessageTables {
  outbound_message: OutboundMessageTable;
}

interface OutboundMessageTable {
  id: Generated<string>;
  merchant: string;
  member_id: string | null;
  channel: 'sms' | 'email';
  template: string;
  language: string;
  /** Sealed JSON: recipient, subject, text. */
  sealed: string;
  created_at: Date;
  /** Time of the next try; null: sent, or given up. */
  next_at: Date | null;
  sent_at: Date | null;
  attempts: Generated<number>;
  failure: string | null;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends MessageTables {}
}
