import { type MatchSport, type MatchTerms, matchTerms } from './match.ts';

/** Name and strength (1 to 7). All names are invented. */
type Team = readonly [name: string, strength: number];

/** A league of one vendor's game; a round of fixtures brings every team once. */
interface League {
  readonly vendor: string;
  readonly sport: MatchSport;
  readonly name: string;
  /** An even number of them. */
  readonly teams: readonly Team[];
}

export interface Fixture {
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly featured: boolean;
  readonly terms: MatchTerms;
}

const LEAGUES: readonly League[] = [
  {
    vendor: 'DS88',
    sport: 'football',
    name: 'Tideline League',
    teams: [
      ['Marlow Harbour', 7],
      ['Gull Point', 6],
      ['Saltmarsh Rovers', 5],
      ['Brackwater Town', 4],
      ['Pebble Bay', 4],
      ['Causeway United', 3],
      ['Kelp Street', 2],
      ['Driftwood Athletic', 1],
    ],
  },
  {
    vendor: 'DS88',
    sport: 'football',
    name: 'Northern Isles Cup',
    teams: [
      ['Skerry Wanderers', 6],
      ['Fenwold City', 6],
      ['Aurora Vale', 5],
      ['Heathergate', 4],
      ['Stonebridge Albion', 3],
      ['Ravensmoor', 3],
      ['Puffin Rock', 2],
      ['Thistle End', 1],
    ],
  },
  {
    vendor: 'DS88',
    sport: 'hockey',
    name: 'Icefall Series',
    teams: [
      ['Glacier Kings', 7],
      ['Frostholm Bears', 6],
      ['Silver Pike', 5],
      ['Polar Lanterns', 4],
      ['Blue Rink Foxes', 4],
      ['Winterport', 3],
      ['Snowline Elks', 2],
      ['Harbour Ice', 1],
    ],
  },
  {
    vendor: 'DS88',
    sport: 'hockey',
    name: 'Lakeside Division',
    teams: [
      ['Lake Orrin', 6],
      ['Pinecrest Wolves', 6],
      ['Copper Blades', 5],
      ['North Quay', 4],
      ['Birchwood Storm', 4],
      ['Mistvale', 3],
      ['Otter Creek', 2],
      ['Granite Skates', 2],
    ],
  },
  {
    vendor: 'MERIDIAN',
    sport: 'football',
    name: 'Meridian First Division',
    teams: [
      ['Solana', 7],
      ['Puerto Brava', 6],
      ['Monte Claro', 5],
      ['Villa Ceniza', 5],
      ['Rio Dorado', 4],
      ['Las Palomas', 3],
      ['Arenal', 2],
      ['San Lucero', 1],
    ],
  },
  {
    vendor: 'MERIDIAN',
    sport: 'football',
    name: 'Lotus Coast League',
    teams: [
      ['Jade Harbour', 6],
      ['Lotus Bay', 6],
      ['Monsoon City', 5],
      ['Pagoda Hill', 4],
      ['Red Lantern', 4],
      ['Bamboo Ford', 3],
      ['Rice Terrace', 2],
      ['Palm Delta', 1],
    ],
  },
  {
    vendor: 'IMES',
    sport: 'arena',
    name: 'Riftstone Masters',
    teams: [
      ['Ember Ravens', 7],
      ['Moonlit Nine', 6],
      ['Paper Tigers', 5],
      ['Static Bloom', 5],
      ['Velvet Hydra', 4],
      ['Quiet Thunder', 3],
      ['Copper Sprites', 2],
      ['Late Lanterns', 1],
    ],
  },
  {
    vendor: 'IMES',
    sport: 'arena',
    name: 'Glasswood Circuit',
    teams: [
      ['Glasswood Five', 6],
      ['Night Orchard', 6],
      ['Cloud Herons', 5],
      ['Iron Petals', 4],
      ['Kite Syndicate', 4],
      ['Hollow Crown', 3],
      ['Mint Condition', 2],
      ['Second Breakfast', 1],
    ],
  },
  {
    vendor: 'SV3',
    sport: 'siege',
    name: 'Bastion Pro League',
    teams: [
      ['Bastion Blue', 7],
      ['Signal Lost', 6],
      ['Amber Protocol', 5],
      ['Zero Meridian', 5],
      ['Night Shift', 4],
      ['Grey Harbour', 3],
      ['Loose Wires', 2],
      ['Plan Bee', 1],
    ],
  },
  {
    vendor: 'SV3',
    sport: 'siege',
    name: 'Redoubt Open',
    teams: [
      ['Redoubt', 6],
      ['Cold Front', 6],
      ['Paper Shields', 5],
      ['Low Ceiling', 4],
      ['Far Corner', 4],
      ['Slow Fuse', 3],
      ['Blind Alley', 2],
      ['Spare Keys', 2],
    ],
  },
  {
    vendor: 'AV',
    sport: 'arena',
    name: 'Avalon Trials',
    teams: [
      ['White Stag', 7],
      ['Lake Lady', 6],
      ['Thorn Regents', 5],
      ['Silver Wyrm', 5],
      ['Marsh Lights', 4],
      ['Stone Circle', 3],
      ['Oak and Ash', 2],
      ['Wandering Bards', 1],
    ],
  },
  {
    vendor: 'AV',
    sport: 'arena',
    name: 'Everdusk Cup',
    teams: [
      ['Everdusk', 6],
      ['Ivory Comets', 6],
      ['Salt and Smoke', 5],
      ['Tin Foxes', 4],
      ['Golden Hour', 4],
      ['Fourth Wall', 3],
      ['Sleepy Giants', 2],
      ['Borrowed Time', 1],
    ],
  },
];

/** One in so many matches of a game is featured. */
const FEATURED_EVERY = 4;

/**
 * The fixture in a place of a game's calendar: its leagues take turns, and in a league every team meets every other one at
 * home and away before a pair meets again. Undefined for a game without leagues.
 */
export function fixtureAt(vendor: string, sport: MatchSport, place: number): Fixture | undefined {
  const leagues = LEAGUES.filter((league) => league.vendor === vendor && league.sport === sport);
  const league = leagues[place % leagues.length];
  if (!league) return undefined;
  const [[home, homeStrength], [away, awayStrength]] = pairAt(league.teams, Math.floor(place / leagues.length));
  return {
    league: league.name,
    home,
    away,
    featured: place % FEATURED_EVERY === 0,
    terms: matchTerms(sport, homeStrength, awayStrength),
  };
}

/** The circle method: the first team stands, the others move on by one with every round. */
function pairAt(teams: readonly Team[], index: number): readonly [home: Team, away: Team] {
  const [first, ...others] = teams as readonly [Team, ...Team[]];
  const rounds = others.length;
  const perRound = teams.length / 2;
  const round = Math.floor(index / perRound) % (rounds * 2);
  const match = index % perRound;
  const moved = (step: number) => others[(round + step) % rounds] as Team;
  const pair: readonly [Team, Team] = match === 0 ? [first, moved(0)] : [moved(match), moved(rounds - match)];
  // Home and away take turns; a half of the season has an odd number of rounds, so all change for the second one.
  return (round + match) % 2 === 1 ? [pair[1], pair[0]] : pair;
}
