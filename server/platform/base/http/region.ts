/** Place of a visitor as reported by the portal. Only portals can reach the platform, so it is trusted. */
export interface Place {
  readonly country: string | null;
  /** Decision of the portal's own rules; null: it has none. */
  readonly regionRestricted: boolean | null;
}

export type JudgePlace = (place: Place) => Promise<boolean>;
