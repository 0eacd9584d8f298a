/** Something that accounts can have in common. `person`: name with birth date, or the number of a document. */
export const TRAIT_KINDS = ['browser', 'network', 'contact', 'person', 'payout'] as const;
export type TraitKind = (typeof TRAIT_KINDS)[number];

export interface LinkTables {
  member_trait: MemberTraitTable;
}

export interface MemberTraitTable {
  member_id: string;
  kind: TraitKind;
  key: string;
  seen_at: Date;
}
