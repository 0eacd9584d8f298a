/** A link to the other players with the same text. */
export interface PlayerLink {
  readonly text: string;
  /** False: found after the player has opened the game, so `authenticate` does not report it. */
  readonly isReported: boolean;
}

type Body = Readonly<Record<string, string>>;

export interface ContestBook {
  link(player: string, link: PlayerLink): void;
  /** The links that `authenticate` reports. */
  linksOf(player: string): string[];
  /** Round of a linked player in the contest of a bet; undefined if the bet may be accepted. */
  linkedOpponent(bet: Body): string | undefined;
  /** Stores an accepted bet. */
  enter(bet: Body): void;
}

/** Links of players and the contests of their bets. */
export function createContestBook(): ContestBook {
  const links = new Map<string, PlayerLink>();
  const entries: { readonly contestId: string; readonly player: string; readonly roundId: string }[] = [];
  const areLinked = (one: string, other: string) => one !== other && links.has(one) && links.get(one)?.text === links.get(other)?.text;
  return {
    link: (player, link) => void links.set(player, link),
    linksOf(player) {
      const link = links.get(player);
      return link?.isReported ? [link.text] : [];
    },
    linkedOpponent: ({ contestId, player = '' }) =>
      contestId === undefined
        ? undefined
        : entries.find((entry) => entry.contestId === contestId && areLinked(entry.player, player))?.roundId,
    enter({ contestId, player = '', roundId = '' }) {
      if (contestId !== undefined) entries.push({ contestId, player, roundId });
    },
  };
}
