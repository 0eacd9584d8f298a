import type { SecurityAvatarProps, SecurityFormProps, SecurityPayoutsProps } from './props.ts';

const form: SecurityFormProps = {
  call: 'payout.add',
  title: 'Add an account',
  text: '',
  fields: [
    {
      name: 'provider',
      type: 'select',
      label: 'Bank',
      value: '',
      options: [{ group: 'Banks', options: [{ value: 'HARBOUR_BANK', text: 'Harbour Bank' }] }],
    },
    { name: 'accountNumber', type: 'text', label: 'Account number', hint: 'Digits', value: '' },
  ],
  submit: 'Add account',
  doneText: '',
  form: null,
  successPath: '/member/payoutAccounts?done=1',
};
const posted = { values: { accountNumber: '12' }, message: 'Please check the fields.', errors: { accountNumber: 'No.', provider: 'No.' } };
const payout = {
  id: 'pa_1',
  kind: 'BANK',
  name: 'Harbour Bank',
  masked: '•••• 4321',
  holder: 'Ann Lee',
  addedText: '2026-01-01',
  coolingText: null,
} as const;
const page = '/member/payoutAccounts';

/** Test props of the area's islands. */
export const SECURITY_CASES: {
  readonly 'security-form': readonly SecurityFormProps[];
  readonly 'security-payouts': readonly SecurityPayoutsProps[];
  readonly 'security-avatar': readonly SecurityAvatarProps[];
} = {
  'security-form': [
    form,
    { ...form, form: { call: 'payout.add', code: 'invalid_fields', ...posted } },
    {
      ...form,
      call: 'profile.appearance',
      doneText: 'Saved.',
      fields: [
        { name: 'nickname', type: 'text', label: 'Nickname', value: 'Ann' },
        { name: 'showWins', type: 'tick', label: 'Show wins', hint: 'Masked', value: 'true' },
        { name: 'forgotten', type: 'hidden', label: '', value: 'true' },
      ],
    },
  ],
  'security-payouts': [
    { accounts: [], maxCount: 5, form: null, page },
    { accounts: [payout, { ...payout, id: 'pa_2', kind: 'EWALLET', coolingText: 'From 2026-01-02 08:00' }], maxCount: 5, form: null, page },
  ],
  'security-avatar': [
    {
      avatarType: 'STATIC',
      avatar: 'anchor',
      icons: [{ avatar: 'anchor', url: '/avatars/anchor.svg', name: 'Anchor' }],
      form: null,
      page: '/member/profile',
    },
    { avatarType: 'CUSTOM', avatar: 'u_1', icons: [], form: null, page: '/member/profile' },
  ],
};
