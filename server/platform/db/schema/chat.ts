import type { Generated } from 'kysely';

/** Tables of the chat room. */
export interface ChatTables {
  chat_message: {
    /** Grows in the order in which messages can be read. */
    id: Generated<string>;
    merchant: string;
    member_id: string;
    /** The sender's; unique per member. */
    reference: string;
    text_hash: string;
    /** Masked. */
    account: string;
    /** As shown: moderated words are masked. Kept when the message is deleted, for complaints. */
    text: string;
    created_at: Date;
    deleted_at: Date | null;
    deleted_by: 'reports' | 'operator' | null;
  };
  chat_report: { message_id: string; member_id: string; created_at: Date };
}
