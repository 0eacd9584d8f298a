/**
 * A map that evicts the entries written longest ago beyond `limit`. Writing renews an entry, so refreshed entries survive a flood of
 * made-up keys; reading does not, so a hit costs one lookup.
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
