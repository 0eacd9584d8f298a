/** Cache lookups as plain numbers, because a hit must cost nothing. */
export interface Lookups {
  hit: number;
  stale: number;
  miss: number;
}

export function newLookups(): Lookups {
  return { hit: 0, stale: 0, miss: 0 };
}

/** Where the time of one request goes. Concurrent calls count once. */
export class RequestTimes {
  renderMs = 0;
  calls = 0;
  /** Time lost to timeouts. A page makes several calls in turn, but its visitor should wait for one timeout only. */
  timedOutMs = 0;
  #upstreamMs = 0;
  #asking = 0;
  #since = 0;

  beginCall(): void {
    this.calls++;
    if (this.#asking++ === 0) this.#since = performance.now();
  }

  endCall(): void {
    if (--this.#asking === 0) this.#upstreamMs += performance.now() - this.#since;
  }

  addTimeout(milliseconds: number): void {
    this.timedOutMs += milliseconds;
  }

  /** An open call counts until now. */
  get upstreamMs(): number {
    return this.#upstreamMs + (this.#asking > 0 ? performance.now() - this.#since : 0);
  }
}
