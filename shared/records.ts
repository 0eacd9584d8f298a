import { parseWireAmount } from './money/money.ts';

/** Maximum period of a list of bets or movements, and of the profit page. */
export const RECORD_DAYS = { list: 92, profit: 366 } as const;
/** Groups of ledger transfer kinds in a member's account record. */
export const MOVEMENT_GROUPS = {
  play: ['bet', 'win', 'rollback', 'win-reversal'],
  deposits: ['deposit', 'deposit-reversal'],
  withdrawals: ['withdrawal-hold', 'withdrawal-release', 'withdrawal-paid'],
  transfers: ['vendor-in', 'vendor-out', 'upline', 'downline'],
  other: [
    'adjustment',
    'trial-grant',
    'wage',
    'cashback',
    'vip-gift',
    'mission',
    'referral',
    'promotion',
    'raffle',
    'points',
    'free-round-win',
    'bonus-granted',
    'bonus-held',
    'bonus-completed',
    'bonus-ended',
  ],
} as const;
export const MOVEMENT_KINDS = Object.values(MOVEMENT_GROUPS).flat();

/** Locale key of a bet's state. A bet that returned exactly its stake is neither won nor lost for the player. */
export function betStateKey({ status, net }: { readonly status: string; readonly net: string }): string {
  return `records.status_${status === 'won' && parseWireAmount(net) === 0n ? 'even' : status}`;
}
