import type { ColumnType, Generated } from 'kysely';
import type { InboxTemplate } from '../../inbox/contracts.ts';

/** Tables of the inbox feature. */
export interface InboxTables {
  inbox_message: {
    id: Generated<string>;
    member_id: string;
    template: InboxTemplate;
    params: ColumnType<Record<string, string | number>, string, never>;
    href: string;
    created_at: Date;
    read_at: Date | null;
  };
}
