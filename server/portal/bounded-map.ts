/**
 * A map that forgets the entries written longest ago beyond `limit`. Writing again renews an entry, so what is in use and
 * refreshed outlives a flood of made-up keys; reading does not, so a hit costs one look-up.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: Key, value: Value): this {
    super.delete(key);
    super.set(key, value);
    if (this.size > this.#limit) {
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    }
    return this;
  }
}
