/** A category (with its icon) or a provider (with its picture). */
export interface SearchPlace {
  readonly label: string;
  /** What kind of place it is. */
  readonly note: string;
  readonly href: string;
  readonly icon?: string;
  readonly picture?: string;
}

/** The search of the lobby, which suggests while somebody types. `wake="interaction"`. */
export interface SearchBoxProps {
  /** How many games are searched. */
  readonly total: number;
  readonly categories: readonly SearchPlace[];
  readonly providers: readonly SearchPlace[];
}
