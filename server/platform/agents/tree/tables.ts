import type { Generated } from 'kysely';

export interface AgentTreeTables {
  agent_closure: AgentClosureTable;
  agent_parent: AgentParentTable;
  agent_profile: AgentProfileTable;
  agent_application: AgentApplicationTable;
  agent_move: AgentMoveTable;
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

/** Terms of an agent, or of a member with a rate. Written by `terms.ts` only. */
export interface AgentProfileTable {
  member_id: string;
  /** Basis points; at most those of the upline. */
  rebate_bp: number;
  /** May open accounts and invitation links. */
  may_register: boolean;
  /** These may be agents. */
  may_add_agents: boolean;
  /** `operator:<name>`, `agent:<member id>`, `link:<code>`, `file` or `seed`. */
  made_by: string;
  created_at: Date;
  updated_at: Date;
}

interface AgentApplicationTable {
  id: Generated<string>;
  merchant: string;
  /** Null: a visitor. */
  member_id: string | null;
  /** `ApplicationText` as JSON. */
  sealed: string;
  /** Wire code of the applicant's language. */
  language: string;
  status: Generated<'waiting' | 'approved' | 'refused'>;
  /** Of the decision. */
  reason: Generated<string>;
  created_at: Date;
  decided_at: Date | null;
}

export interface AgentMoveTable {
  id: string;
  merchant: string;
  member_id: string;
  kind: Generated<'move' | 'demote'>;
  /** The upline at the time of the request. */
  from_id: string | null;
  /** Null: without an upline. */
  to_id: string | null;
  reason: string;
  status: Generated<'waiting' | 'done' | 'rejected'>;
  created_at: Date;
  closed_at: Date | null;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends AgentTreeTables {}
}
