/** An audit computes wages and cashback of these days again. `npm run wages` shows how a wage was computed. */
export const AUDITED_DAYS = 35;
