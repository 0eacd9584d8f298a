import type { Generated } from 'kysely';

export interface AgentTreeTables {
  agent_closure: AgentClosureTable;
  agent_parent: AgentParentTable;
}

/** Each pair of a member and one of its uplines, and each member with itself. Written by triggers of `member` only. */
interface AgentClosureTable {
  ancestor_id: string;
  member_id: string;
  /** 0: the member itself; 1: directly below the ancestor. */
  depth: number;
}

/** Uplines over time; a member has none between two rows. Written by triggers of `member` only. */
interface AgentParentTable {
  id: Generated<string>;
  member_id: string;
  parent_id: string;
  valid_from: Date;
  /** Null: the present upline. */
  valid_until: Date | null;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends AgentTreeTables {}
}
