import type { FishVariant, StudioGame } from '../../../shared/games/catalogue.ts';
import type { FishOutcome } from '../../../shared/games/fish.ts';
import type { SeaShot, SeaSight, SeaView } from '../../../shared/games/sea/protocol.ts';
import { passOf } from '../../../shared/games/sea/shoal.ts';
import type { StudioClock } from '../contract.ts';
import type { Round, Session } from '../store.ts';
import type { StudioDatabase } from '../tables.ts';
import type { Sea } from './rows.ts';
import { findPlace, listCannons, listShots } from './sea-store.ts';

export interface CurrentSeaView {
  readonly view: SeaView;
  /** The sea; undefined without a seat. */
  readonly tableId: string | undefined;
}

export interface SeaViews {
  of(session: Session): Promise<CurrentSeaView>;
}

type Shared = Omit<SeaSight, 'now' | 'seat'>;

/** Longer than any animal takes to cross the scene. */
const PASS_MS = 40_000;
const SHOTS_READ = 200;
const SHOTS_SENT = 12;

/** The current view of a session, read from the database only; the part shared by all players of a sea is read once per change. */
export function createSeaViews(db: StudioDatabase, clock: StudioClock, games: ReadonlyMap<string, StudioGame>): SeaViews {
  const read = new Map<string, { readonly version: number; readonly shared: Promise<Shared> }>();

  function sharedOf(sea: Sea): Promise<Shared> {
    const known = read.get(sea.id);
    if (known?.version === sea.version) return known.shared;
    const shared = readSea(sea);
    read.delete(sea.id);
    read.set(sea.id, { version: sea.version, shared });
    // A failed read is retried; the oldest entries are removed.
    shared.catch(() => read.delete(sea.id));
    const [oldest] = read.keys();
    if (read.size > 500 && oldest !== undefined) read.delete(oldest);
    return shared;
  }

  async function readSea(sea: Sea): Promise<Shared> {
    const now = clock.now().getTime();
    const cannons = await listCannons(db, sea.id);
    const shots = await listShots(db, sea.id, new Date(now - PASS_MS), SHOTS_READ);
    const variant = games.get(sea.game_id)?.variant as FishVariant;
    const stillSwims = ({ fish }: Round) => sea.opened_at.getTime() + (passOf(variant, sea.seed, fish ?? -1)?.leavesAt ?? 0) > now;
    return {
      kind: 'sea',
      seaId: sea.id,
      seed: sea.seed,
      openedAt: sea.opened_at.toISOString(),
      seats: cannons.map(({ seat }) => seat),
      caught: shots.filter((shot) => BigInt(shot.payout) > 0n && stillSwims(shot)).map(({ fish }) => fish ?? 0),
      shots: shots.slice(0, SHOTS_SENT).reverse().map(presentShot),
    };
  }

  return {
    async of(session) {
      const place = await findPlace(db, session);
      if (!place) return { view: { kind: 'out' }, tableId: undefined };
      if (place.cannon.session_id !== session.id) return { view: { kind: 'elsewhere' }, tableId: undefined };
      const shared = await sharedOf(place.sea);
      return { view: { ...shared, now: clock.now().toISOString(), seat: place.cannon.seat }, tableId: place.sea.id };
    },
  };
}

/** Without player and round id: the round's page would reveal the stake. */
function presentShot(round: Round): SeaShot {
  const outcome = JSON.parse(round.outcome) as FishOutcome;
  return {
    id: `${round.fish}-${round.created_at.getTime()}`,
    seat: round.seat ?? 0,
    fish: round.fish ?? 0,
    multiplier: outcome.multiplier,
  };
}
