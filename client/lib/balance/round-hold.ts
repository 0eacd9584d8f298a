import { atom } from 'nanostores';

/** A game renews its hold at least this often (see docs/vendors/game-frame.md); without a sign of it the hold ends. */
export const HOLD_MS = 30_000;
/** No round holds for longer, however often the game renews it. */
export const LONGEST_ROUND_MS = 300_000;

/** True while a game of this page has a result that its player has not seen yet. */
export const roundHeld = atom(false);
/** The same for the pages of other tabs that show no game themselves. */
const elsewhere = atom<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map());

let round: { readonly begun: number; ended: boolean } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** True while credits must wait. */
export function isHeld(): boolean {
  return roundHeld.get() || (own === undefined && elsewhere.get().size > 0);
}

/** Calls `changed` when a hold begins or ends. */
export function onHold(changed: () => void): void {
  roundHeld.listen(changed);
  elsewhere.listen(changed);
}

/** A round begins, or its game renews the hold. True when it is a new round. */
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

/** The wallet has answered: the next start belongs to another round, whether or not this one was reported as shown. */
export function endRound(): void {
  if (round) round.ended = true;
}

/** The result is shown, or the game is gone. */
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
/** Without the account: the tabs of a browser share their session. */
const CHANNEL = 'lagoon-holds';
const OWN_ID = Math.random().toString(36).slice(2);
let own: BroadcastChannel | undefined;

/** This page shows a game: it reports its holds to the member's other tabs and ignores theirs. Returns how to stop. */
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

/** Follows the games in the member's other tabs. Returns how to stop. */
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
