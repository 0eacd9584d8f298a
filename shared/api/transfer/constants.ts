/** `in`: from the wallet to the vendor's. */
export const WALLET_DIRECTIONS = ['in', 'out'] as const;
