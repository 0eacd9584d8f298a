import type { ColumnType } from 'kysely';
import type { ContractState } from '../../../../shared/api/agent-contracts/constants.ts';
import type { DividendPeriod, WageKind } from '../../../../shared/rules/wages.ts';

export interface ContractTables {
  agent_contract: {
    id: string;
    agent_id: string;
    upline_id: string | null;
    kind: WageKind;
    period: DividendPeriod | null;
    /** `StoredTerms` */
    terms: ColumnType<unknown, string, never>;
    top_bp: number;
    state: ContractState;
    version: number;
    end_lowered: boolean;
    valid_from: Date | null;
    valid_until: Date | null;
    created_at: Date;
    decided_at: Date | null;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends ContractTables {}
}
