/** A column with values of `Secrets.seal`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly purpose: string;
  /** Source file below `server/platform` that seals the values. */
  readonly sealedIn: string;
  /** Table of the built-in vendor, whose own migrations run after the keys are opened: it may be missing. */
  readonly isVendor?: true;
}

/**
 * All sealed columns. A key rotation re-seals them: values of a missing column are lost with the previous key. A test compares the list
 * with the source.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'member', column: 'mobile', purpose: 'member.mobile', sealedIn: 'notify/contacts/contacts.ts' },
  { table: 'member', column: 'email', purpose: 'member.email', sealedIn: 'notify/contacts/contacts.ts' },
  { table: 'member', column: 'sealed_profile', purpose: 'member.profile', sealedIn: 'notify/contacts/profile.ts' },
  { table: 'password_reset', column: 'request', purpose: 'password_reset.request', sealedIn: 'identity/accounts/reset-requests.ts' },
  {
    table: 'verification_code',
    column: 'sealed_session',
    purpose: 'verification_code.session',
    sealedIn: 'identity/verification/code-store.ts',
  },
  { table: 'pending_sign_in', column: 'detail', purpose: 'pending_sign_in', sealedIn: 'identity/sign-in/pending.ts' },
  { table: 'pending_sign_in', column: 'detail', purpose: 'oauth.registration', sealedIn: 'identity/oauth/pending-registration.ts' },
  { table: 'member_totp', column: 'secret', purpose: 'member_totp.secret', sealedIn: 'identity/factors/totp.ts' },
  { table: 'totp_enrolment', column: 'secret', purpose: 'member_totp.secret', sealedIn: 'identity/factors/totp.ts' },
  { table: 'operator', column: 'totp_secret', purpose: 'operator.totp', sealedIn: 'operators/authenticators.ts' },
  { table: 'operator_session', column: 'enrolment', purpose: 'operator.totp', sealedIn: 'operators/authenticators.ts' },
  { table: 'outbound_message', column: 'sealed', purpose: 'message', sealedIn: 'notify/messages/messages.ts' },
  { table: 'vendor_provider', column: 'sealed_key', purpose: 'vendor_provider.key', sealedIn: 'play/vendors/providers/store.ts' },
  { table: 'payout_account', column: 'holder', purpose: 'payout_account.holder', sealedIn: 'money/payout-accounts/change.ts' },
  { table: 'payout_account', column: 'number', purpose: 'payout_account.number', sealedIn: 'money/payout-accounts/change.ts' },
  { table: 'feedback', column: 'sealed', purpose: 'feedback', sealedIn: 'content/customer-service/feedback.ts' },
  { table: 'feedback', column: 'sealed_answer', purpose: 'feedback-answer', sealedIn: 'content/customer-service/feedback.ts' },
  { table: 'agent_application', column: 'sealed', purpose: 'agent-application', sealedIn: 'agents/tree/applications.ts' },
  { table: 'point_voucher', column: 'sealed_code', purpose: 'points.voucher', sealedIn: 'rewards/points/vouchers.ts' },
  { table: 'promotion_entry', column: 'sealed_comment', purpose: 'promotion.comment', sealedIn: 'rewards/promotions/enter.ts' },
  { table: 'raffle', column: 'sealed_seed', purpose: 'raffle.seed', sealedIn: 'rewards/raffle/desk.ts' },
  { table: 'point_redemption', column: 'sealed_contact', purpose: 'points.contact', sealedIn: 'rewards/points/redeem.ts' },
  { table: 'studio_chain', column: 'sealed_seed', purpose: 'studio_chain.seed', sealedIn: '../games/seeds.ts', isVendor: true },
  // Sealed until the event is drawn.
  { table: 'studio_event', column: 'server_seed', purpose: 'studio_event.seed', sealedIn: '../games/seeds.ts', isVendor: true },
];
