/** One drawn frame of a flight. */
export interface Moment {
  readonly phase: 'ground' | 'flying' | 'over';
  /** Milliseconds since take-off; negative before it. */
  readonly elapsed: number;
  /** In hundredths. */
  readonly multiplier: number;
  /** Own cash-outs, in hundredths. */
  readonly marks: readonly number[];
}
