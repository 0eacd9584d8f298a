export const CONTRACT_CODES = [
  /** This kind of contract is switched off. */
  'contract_off',
  /** The agent is not directly below, or cannot have a contract. */
  'contract_not_downline',
  'contract_not_found',
  /** It was accepted, rejected or ended in the meantime. */
  'contract_closed',
  /** Rates do not rise, conditions fall, or a field does not belong to this kind. */
  'contract_terms',
  /** Above the merchant's ceiling. */
  'contract_rate_ceiling',
  /** Above the rate of the upline's own contract, or the upline has none. */
  'contract_rate_upline',
  /** A dividend has the period of the upline's. */
  'contract_period',
  /** Contracts below would end: needs `endLowered`. */
  'contract_ends_downlines',
] as const;
