/** Looks into a cache; plain figures, for a hit must cost nothing. */
export interface Lookups {
  hit: number;
  stale: number;
  miss: number;
}

export function newLookups(): Lookups {
  return { hit: 0, stale: 0, miss: 0 };
}

/** Where the time of one request goes. Questions asked at the same time count once. */
export class RequestTimes {
  renderMs = 0;
  calls = 0;
  /** Waited for answers that never came: a page asks for several things in turn, and its visitor waits once. */
  vainMs = 0;
  #upstreamMs = 0;
  #asking = 0;
  #since = 0;

  ask(): void {
    this.calls++;
    if (this.#asking++ === 0) this.#since = performance.now();
  }

  answered(): void {
    if (--this.#asking === 0) this.#upstreamMs += performance.now() - this.#since;
  }

  waitedInVain(milliseconds: number): void {
    this.vainMs += milliseconds;
  }

  /** A question that is still open counts until now. */
  get upstreamMs(): number {
    return this.#upstreamMs + (this.#asking > 0 ? performance.now() - this.#since : 0);
  }
}
