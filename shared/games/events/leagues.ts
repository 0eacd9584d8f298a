import { type MatchSport, type MatchTerms, matchTerms, type Strength } from './match.ts';

/** Name, and attack and defence in percent of an average team. All names are invented. */
type Team = readonly [name: string, attack: number, defence: number];

/** A league of one vendor's game. Every team plays once in a round of fixtures. */
interface League {
  readonly vendor: string;
  readonly sport: MatchSport;
  readonly name: string;
  /** The number of teams is even. */
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
      ['Marlow Harbour', 126, 134],
      ['Gull Point', 125, 121],
      ['Saltmarsh Rovers', 115, 120],
      ['Brackwater Town', 117, 105],
      ['Pebble Bay', 112, 102],
      ['Causeway United', 104, 101],
      ['Kelp Street', 95, 85],
      ['Driftwood Athletic', 83, 84],
    ],
  },
  {
    vendor: 'DS88',
    sport: 'football',
    name: 'Northern Isles Cup',
    teams: [
      ['Skerry Wanderers', 132, 117],
      ['Fenwold City', 120, 123],
      ['Aurora Vale', 123, 121],
      ['Heathergate', 112, 114],
      ['Stonebridge Albion', 96, 107],
      ['Ravensmoor', 95, 104],
      ['Puffin Rock', 99, 87],
      ['Thistle End', 87, 85],
    ],
  },
  {
    vendor: 'DS88',
    sport: 'hockey',
    name: 'Icefall Series',
    teams: [
      ['Glacier Kings', 124, 114],
      ['Frostholm Bears', 119, 106],
      ['Silver Pike', 114, 111],
      ['Polar Lanterns', 106, 104],
      ['Blue Rink Foxes', 103, 101],
      ['Winterport', 95, 96],
      ['Snowline Elks', 89, 100],
      ['Harbour Ice', 84, 85],
    ],
  },
  {
    vendor: 'DS88',
    sport: 'hockey',
    name: 'Lakeside Division',
    teams: [
      ['Lake Orrin', 115, 113],
      ['Pinecrest Wolves', 119, 114],
      ['Copper Blades', 112, 101],
      ['North Quay', 103, 100],
      ['Birchwood Storm', 109, 104],
      ['Mistvale', 101, 99],
      ['Otter Creek', 99, 97],
      ['Granite Skates', 92, 100],
    ],
  },
  {
    vendor: 'MERIDIAN',
    sport: 'football',
    name: 'Meridian First Division',
    teams: [
      ['Solana', 140, 131],
      ['Puerto Brava', 131, 114],
      ['Monte Claro', 122, 109],
      ['Villa Ceniza', 116, 113],
      ['Rio Dorado', 109, 109],
      ['Las Palomas', 109, 103],
      ['Arenal', 90, 99],
      ['San Lucero', 85, 93],
    ],
  },
  {
    vendor: 'MERIDIAN',
    sport: 'football',
    name: 'Lotus Coast League',
    teams: [
      ['Jade Harbour', 129, 130],
      ['Lotus Bay', 121, 123],
      ['Monsoon City', 121, 115],
      ['Pagoda Hill', 119, 109],
      ['Red Lantern', 102, 106],
      ['Bamboo Ford', 100, 108],
      ['Rice Terrace', 91, 95],
      ['Palm Delta', 91, 93],
    ],
  },
  {
    vendor: 'IMES',
    sport: 'arena',
    name: 'Riftstone Masters',
    teams: [
      ['Ember Ravens', 123, 129],
      ['Moonlit Nine', 132, 118],
      ['Paper Tigers', 110, 124],
      ['Static Bloom', 115, 111],
      ['Velvet Hydra', 93, 101],
      ['Quiet Thunder', 94, 95],
      ['Copper Sprites', 82, 78],
      ['Late Lanterns', 74, 76],
    ],
  },
  {
    vendor: 'IMES',
    sport: 'arena',
    name: 'Glasswood Circuit',
    teams: [
      ['Glasswood Five', 130, 124],
      ['Night Orchard', 123, 128],
      ['Cloud Herons', 116, 126],
      ['Iron Petals', 119, 110],
      ['Kite Syndicate', 101, 88],
      ['Hollow Crown', 78, 76],
      ['Mint Condition', 78, 69],
      ['Second Breakfast', 76, 67],
    ],
  },
  {
    vendor: 'SV3',
    sport: 'siege',
    name: 'Bastion Pro League',
    teams: [
      ['Bastion Blue', 132, 129],
      ['Signal Lost', 113, 121],
      ['Amber Protocol', 101, 113],
      ['Zero Meridian', 99, 113],
      ['Night Shift', 107, 101],
      ['Grey Harbour', 100, 106],
      ['Loose Wires', 98, 84],
      ['Plan Bee', 75, 67],
    ],
  },
  {
    vendor: 'SV3',
    sport: 'siege',
    name: 'Redoubt Open',
    teams: [
      ['Redoubt', 133, 127],
      ['Cold Front', 125, 133],
      ['Paper Shields', 122, 126],
      ['Low Ceiling', 120, 115],
      ['Far Corner', 94, 80],
      ['Slow Fuse', 82, 75],
      ['Blind Alley', 74, 80],
      ['Spare Keys', 71, 69],
    ],
  },
  {
    vendor: 'AV',
    sport: 'arena',
    name: 'Avalon Trials',
    teams: [
      ['White Stag', 124, 133],
      ['Lake Lady', 120, 130],
      ['Thorn Regents', 117, 126],
      ['Silver Wyrm', 80, 94],
      ['Marsh Lights', 92, 78],
      ['Stone Circle', 84, 85],
      ['Oak and Ash', 78, 68],
      ['Wandering Bards', 73, 67],
    ],
  },
  {
    vendor: 'AV',
    sport: 'arena',
    name: 'Everdusk Cup',
    teams: [
      ['Everdusk', 133, 132],
      ['Ivory Comets', 126, 131],
      ['Salt and Smoke', 118, 122],
      ['Tin Foxes', 103, 118],
      ['Golden Hour', 105, 114],
      ['Fourth Wall', 89, 95],
      ['Sleepy Giants', 80, 86],
      ['Borrowed Time', 67, 68],
    ],
  },
];

/** One match in this many is featured. */
const FEATURED_EVERY = 4;

/**
 * The fixture at a position of a game's calendar. The leagues alternate, and every pair of teams plays home and away before any
 * pair plays again. Undefined for a game without leagues.
 */
export function fixtureAt(vendor: string, sport: MatchSport, place: number): Fixture | undefined {
  const leagues = LEAGUES.filter((league) => league.vendor === vendor && league.sport === sport);
  const league = leagues[place % leagues.length];
  if (!league) return undefined;
  const [home, away] = pairAt(league.teams, Math.floor(place / leagues.length));
  return {
    league: league.name,
    home: home[0],
    away: away[0],
    featured: place % FEATURED_EVERY === 0,
    terms: matchTerms(sport, strengthOf(home), strengthOf(away)),
  };
}

function strengthOf([, attack, defence]: Team): Strength {
  return { attack, defence };
}

/** Circle method: the first team is fixed, the others rotate by one each round. */
function pairAt(teams: readonly Team[], index: number): readonly [home: Team, away: Team] {
  const [first, ...others] = teams as readonly [Team, ...Team[]];
  const rounds = others.length;
  const perRound = teams.length / 2;
  const round = Math.floor(index / perRound) % (rounds * 2);
  const match = index % perRound;
  const moved = (step: number) => others[(round + step) % rounds] as Team;
  const pair: readonly [Team, Team] = match === 0 ? [first, moved(0)] : [moved(match), moved(rounds - match)];
  // Home and away alternate. Half a season has an odd number of rounds, so the sides swap in the second half.
  return (round + match) % 2 === 1 ? [pair[1], pair[0]] : pair;
}
