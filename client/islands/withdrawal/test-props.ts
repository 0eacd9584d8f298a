import type { Withdrawal } from '../../../shared/api/withdrawal/schemas.ts';
import type { WithdrawProps } from './props.ts';

const AT = '2026-01-01T00:00:00.000Z';
const account = { kind: 'BANK', providerName: 'Harbour Bank', holder: 'Ann Lee', masked: '•••• 4321' } as const;

/** A withdrawal as returned by the platform; awaits the member's confirmation. */
export const testWithdrawal: Withdrawal = {
  withdrawalId: 'w_1',
  status: 'paid',
  amount: '100.0000',
  fee: '2.0000',
  net: '98.0000',
  currency: 'USD',
  receivedAmount: '0.0000',
  remainingAmount: '98.0000',
  account,
  reason: '',
  requestedAt: AT,
  promisedBy: null,
  confirmBy: '2026-01-01T00:30:00.000Z',
  forced: false,
  mayCancel: false,
  mayComplain: true,
  complainUntil: '2026-01-01T00:30:00.000Z',
  events: [
    { action: 'requested', at: AT, by: 'member', reason: '', amount: '100.0000' },
    { action: 'paid', at: '2026-01-01T00:10:00.000Z', by: 'operator', reason: '', amount: '98.0000' },
  ],
};

const overview: WithdrawProps = {
  options: {
    currency: 'USD',
    currencySymbol: '$',
    balance: '500.0000',
    available: '400.0000',
    locked: '100.0000',
    turnover: { left: '25.0000', required: '100.0000' },
    minAmount: '20.0000',
    maxAmount: '1000.0000',
    fee: { fixed: '2.0000', basisPoints: 50 },
    today: { count: 1, maxCount: 3, amount: '100.0000', maxAmount: '2000.0000' },
    accounts: [
      { payoutAccountId: 'pa_1', ...account, coolingUntil: null },
      { payoutAccountId: 'pa_2', ...account, kind: 'EWALLET', coolingUntil: AT },
    ],
    paymentPasswordSet: true,
    confirmMinutes: 30,
    reviewHours: 24,
    mayCancel: false,
  },
  current: null,
  missing: false,
  history: { withdrawals: [testWithdrawal], pageNum: 1, totalPages: 2 },
  form: null,
  requested: false,
  reference: 'reference-0123456789',
  timeZone: 'Asia/Bangkok',
  now: Date.parse(AT),
};
const options = (more: Partial<WithdrawProps['options']>) => ({ ...overview, options: { ...overview.options, ...more } });
const tracker = (more: Partial<Withdrawal>) => ({ ...overview, current: { ...testWithdrawal, ...more } });

/** The page in each of its states. */
export const WITHDRAW_CASES: readonly WithdrawProps[] = [
  overview,
  { ...overview, missing: true, requested: true, history: { withdrawals: [], pageNum: 1, totalPages: 0 } },
  options({ paymentPasswordSet: false }),
  options({ accounts: [] }),
  options({ available: '10.0000' }),
  options({ today: { count: 3, maxCount: 3, amount: '60.0000', maxAmount: '2000.0000' } }),
  options({ turnover: { left: '0.0000', required: '0.0000' }, fee: { fixed: '0.0000', basisPoints: 0 } }),
  options({ feeFree: { perMonth: 4, left: 1 } }),
  options({ feeFree: { perMonth: 4, left: 0 } }),
  options({ available: '500.0000', locked: '0.0000', turnover: { left: '0.0000', required: '0.0000', waived: '25.0000' } }),
  options({ turnover: { left: '25.0000', required: '100.0000', waived: '25.0000' } }),
  tracker({}),
  tracker({ receivedAmount: '40.0000', remainingAmount: '58.0000' }),
  tracker({ status: 'review', confirmBy: null, mayComplain: false, mayCancel: true, promisedBy: '2025-12-31T00:00:00.000Z' }),
  tracker({ status: 'approved', confirmBy: null, mayComplain: false, promisedBy: AT }),
  tracker({ status: 'received', forced: true, confirmBy: null }),
  tracker({ status: 'received', forced: true, confirmBy: null, mayComplain: false }),
  tracker({ status: 'received', confirmBy: null, mayComplain: false, complainUntil: null }),
  tracker({ status: 'disputed', confirmBy: null, mayComplain: false, complainUntil: null }),
  tracker({ status: 'returned', confirmBy: null, mayComplain: false, reason: 'Sent back by the bank.' }),
  tracker({ status: 'rejected', confirmBy: null, mayComplain: false, reason: 'The name differs.' }),
  tracker({ status: 'cancelled', confirmBy: null, mayComplain: false }),
  {
    ...tracker({}),
    form: {
      call: 'withdrawal.confirm',
      values: { withdrawalId: 'w_1', outcome: 'not_received' },
      message: 'Please check the marked fields.',
      errors: { images: 'Please fill this in.' },
      code: 'invalid_fields',
    },
  },
];
