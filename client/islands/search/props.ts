/** A category (with its icon) or a provider (with its picture). */
export interface SearchPlace {
  readonly label: string;
  /** Label of the kind of place. */
  readonly note: string;
  readonly href: string;
  readonly icon?: string;
  readonly picture?: string;
}

/** The search of the lobby with suggestions while typing. `hydrate="interaction"`. */
export interface SearchBoxProps {
  /** Number of games that are searched; null if unknown. */
  readonly total: number | null;
  readonly categories: readonly SearchPlace[];
  readonly providers: readonly SearchPlace[];
}
