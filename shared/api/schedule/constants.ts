/** `SEA` and `VN` have separate lobbies; `LOTT` contains all other lotteries. */
export const LOTTO_AREAS = ['LOTT', 'SEA', 'VN'] as const;
export type LottoArea = (typeof LOTTO_AREAS)[number];

/** Prize modes. */
export const PRIZE_MODES = ['Lott', 'ZY', 'Elott', 'SEA'] as const;
