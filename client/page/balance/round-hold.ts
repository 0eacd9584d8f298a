import { atom } from 'nanostores';

/** A game renews its hold at least this often (see docs/vendors/game-frame.md); otherwise the hold ends. */
export const HOLD_MS = 30_000;
/** Maximum duration of a hold, also if the game keeps renewing it. */
export const LONGEST_ROUND_MS = 300_000;

/** True while a game of this page has a result that the player has not seen. */
export const roundHeld = atom(false);
/** The holds of other tabs, for pages without a game. */
const heldTabs = atom<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map());

let round: { readonly begun: number; ended: boolean } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** True on a page with a game: its own holds count, and those of other tabs do not. */
export function hasGame(): boolean {
  return tabChannel !== undefined;
}

/** True while credits must not be displayed. */
export function isHeld(): boolean {
  return roundHeld.get() || (!hasGame() && heldTabs.get().size > 0);
}

/** Calls `changed` when a hold begins or ends. */
export function onHold(changed: () => void): void {
  roundHeld.listen(changed);
  heldTabs.listen(changed);
}

/** Starts or renews the hold of a round. Returns true for a new round. */
export function holdRound(): boolean {
  const isNew = round === undefined || round.ended;
  if (isNew) releaseRound();
  round ??= { begun: Date.now(), ended: false };
  clearTimeout(timer);
  const left = round.begun + LONGEST_ROUND_MS - Date.now();
  if (left <= 0) {
    setHeld(false);
    return false;
  }
  timer = setTimeout(() => setHeld(false), Math.min(HOLD_MS, left));
  setHeld(true);
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
  setHeld(false);
}

function setHeld(held: boolean): void {
  roundHeld.set(held);
  tabChannel?.postMessage({ id: OWN_ID, held } satisfies TabHold);
}

interface TabHold {
  readonly id: string;
  readonly held: boolean;
}
/** Without the account: all tabs of a browser share one session. */
const CHANNEL = 'lagoon-holds';
const OWN_ID = Math.random().toString(36).slice(2);
let tabChannel: BroadcastChannel | undefined;

/**
 * For pages with a game: reports its holds to the member's other tabs and ignores theirs. Returns the function that
 * stops it.
 */
export function reportHolds(): () => void {
  tabChannel = new BroadcastChannel(CHANNEL);
  window.addEventListener('pagehide', releaseRound);
  return () => {
    releaseRound();
    window.removeEventListener('pagehide', releaseRound);
    tabChannel?.close();
    tabChannel = undefined;
  };
}

/** Follows the games in the member's other tabs. Returns the function that stops it. */
export function followHolds(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<TabHold>) => {
    const next = new Map(heldTabs.get());
    clearTimeout(next.get(data.id));
    next.delete(data.id);
    if (data.held)
      next.set(
        data.id,
        setTimeout(() => forgetTab(data.id), HOLD_MS),
      );
    heldTabs.set(next);
  };
  return () => {
    channel.close();
    for (const id of heldTabs.get().keys()) forgetTab(id);
  };
}

function forgetTab(id: string): void {
  const next = new Map(heldTabs.get());
  clearTimeout(next.get(id));
  next.delete(id);
  heldTabs.set(next);
}
