import { atom } from 'nanostores';

/** A game renews its hold at least this often (see docs/vendors/game-frame.md); otherwise the hold ends. */
export const HOLD_MS = 30_000;
/** Maximum duration of a hold, also if the game keeps renewing it. */
export const LONGEST_ROUND_MS = 300_000;

/** True while a game of this page has a result that the player has not seen. */
export const roundHeld = atom(false);
/** The holds of other tabs, for pages without a game. */
const elsewhere = atom<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map());

let round: { readonly begun: number; ended: boolean } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** True while credits must not be displayed. */
export function isHeld(): boolean {
  return roundHeld.get() || (own === undefined && elsewhere.get().size > 0);
}

/** Calls `changed` when a hold begins or ends. */
export function onHold(changed: () => void): void {
  roundHeld.listen(changed);
  elsewhere.listen(changed);
}

/** Starts or renews the hold of a round. Returns true for a new round. */
export function holdRound(): boolean {
  const isNew = round === undefined || round.ended;
  if (isNew) releaseRound();
  round ??= { begun: Date.now(), ended: false };
  clearTimeout(timer);
  const left = round.begun + LONGEST_ROUND_MS - Date.now();
  if (left <= 0) {
    set(false);
    return false;
  }
  timer = setTimeout(() => set(false), Math.min(HOLD_MS, left));
  set(true);
  return isNew;
}

/** The wallet has settled: the next start belongs to another round, even if this one was not reported as displayed. */
export function endRound(): void {
  if (round) round.ended = true;
}

/** The result was displayed, or the game was closed. */
export function releaseRound(): void {
  round = undefined;
  clearTimeout(timer);
  set(false);
}

function set(held: boolean): void {
  roundHeld.set(held);
  own?.postMessage({ id: OWN_ID, held } satisfies TabHold);
}

interface TabHold {
  readonly id: string;
  readonly held: boolean;
}
/** Without the account: all tabs of a browser share one session. */
const CHANNEL = 'lagoon-holds';
const OWN_ID = Math.random().toString(36).slice(2);
let own: BroadcastChannel | undefined;

/**
 * For pages with a game: reports its holds to the member's other tabs and ignores theirs. Returns the function that
 * stops it.
 */
export function reportHolds(): () => void {
  own = new BroadcastChannel(CHANNEL);
  window.addEventListener('pagehide', releaseRound);
  return () => {
    releaseRound();
    window.removeEventListener('pagehide', releaseRound);
    own?.close();
    own = undefined;
  };
}

/** Follows the games in the member's other tabs. Returns the function that stops it. */
export function followHolds(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<TabHold>) => {
    const next = new Map(elsewhere.get());
    clearTimeout(next.get(data.id));
    next.delete(data.id);
    if (data.held)
      next.set(
        data.id,
        setTimeout(() => drop(data.id), HOLD_MS),
      );
    elsewhere.set(next);
  };
  return () => {
    channel.close();
    for (const id of elsewhere.get().keys()) drop(id);
  };
}

function drop(id: string): void {
  const next = new Map(elsewhere.get());
  clearTimeout(next.get(id));
  next.delete(id);
  elsewhere.set(next);
}
