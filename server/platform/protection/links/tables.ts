/** A trait that accounts can share. `person`: name with birth date, or a document number. */
export const TRAIT_KINDS = ['browser', 'network', 'contact', 'person', 'payout'] as const;
export type TraitKind = (typeof TRAIT_KINDS)[number];

export interface LinkTables {
  member_trait: MemberTraitTable;
}

interface MemberTraitTable {
  member_id: string;
  kind: TraitKind;
  key: string;
  seen_at: Date;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends LinkTables {}
}
