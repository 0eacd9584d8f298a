import type { Generated } from 'kysely';

/** Tables of the chat room. */
export interface ChatTables {
  chat_message: {
    /** Increases in the order in which messages become visible. */
    id: Generated<string>;
    merchant: string;
    member_id: string;
    /** Idempotency key of the sender; unique per member. */
    reference: string;
    text_hash: string;
    /** Masked. */
    account: string;
    /** As shown: moderated words are masked. Kept after deletion, for complaints. */
    text: string;
    created_at: Date;
    deleted_at: Date | null;
    deleted_by: 'reports' | 'operator' | null;
  };
  chat_report: { message_id: string; member_id: string; created_at: Date };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends ChatTables {}
}
