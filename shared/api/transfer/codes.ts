export const TRANSFER_CODES = [
  'transfer_off',
  'transfer_no_upline',
  'transfer_not_downline',
  'transfer_day_limit',
  'transfer_receiver_closed',
  'sub_wallet_not_found',
  'vendor_move_refused',
  'vendor_unreachable',
] as const;
