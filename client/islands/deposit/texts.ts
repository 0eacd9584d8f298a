import { DEPOSIT_KINDS, DEPOSIT_REASONS, DEPOSIT_STATUSES } from '../../../shared/api/deposit/constants.ts';
import { LIMIT_PERIODS } from '../../../shared/rules/protection.ts';
import { COPY_TEXTS } from '../../ui/copy-button.tsx';
import { MORE_DETAILS_TEXTS } from '../../ui/more-details.tsx';

const OWN = [
  'again announced atOnce balanceAfter byOperator cancel creditedToast depositId exactAmount fee feeOf free goOn help history limitSet limitText limitTitle limitAmount limitPeriod proof proofHint proofRequiredHint how_page',
  'limits method minutesLeft noChannels noChannelsText noHistory noHistoryText paid paidNote playNow presets qrLabel reference resting restingOpen held heldOpen sentBackReference stepAmount',
  'stepDone stepPay stepper steps takenBack timeLeft toLimits transferId until voucher voucherHint withinHours withinMinutes youGet youPay zone',
  'accountBank accountHolder accountNumber',
]
  .join(' ')
  .split(' ');

export const DEPOSIT_TEXTS: readonly string[] = [
  ...COPY_TEXTS,
  ...MORE_DETAILS_TEXTS,
  'wallet.amount',
  'wallet.amountRequired',
  'lobby.member_depositv2_text',
  'header.withdraw',
  'contact.title',
  'protection.title',
  'upload.choose',
  ...[
    'field_required',
    'amount_invalid',
    'amount_not_whole',
    'amount_out_of_range',
    'too_many_requests',
    'upstream_unavailable',
    'maybe_booked',
  ].map((key) => `errors.${key}`),
  ...['upload_too_many', 'upload_not_image', 'upload_too_large'].map((key) => `errors.${key}`),
  ...[
    ...OWN,
    ...LIMIT_PERIODS.map((period) => `limitPeriod_${period}`),
    ...DEPOSIT_KINDS.map((kind) => `kind_${kind}`),
    ...DEPOSIT_KINDS.filter((kind) => kind !== 'VOUCHER').flatMap((kind) => [`pay_${kind}`, `how_${kind}`, `open_${kind}`]),
    ...DEPOSIT_STATUSES.map((status) => `status_${status}`),
    ...DEPOSIT_STATUSES.flatMap((status) => [`title_${status}`, `text_${status}`]),
    ...DEPOSIT_REASONS.map((reason) => `reason_${reason}`),
  ].map((key) => `deposit.${key}`),
];
