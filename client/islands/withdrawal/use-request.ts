import { useState } from 'react';
import { withdrawalRequest } from '../../../shared/api/withdrawal/calls.ts';
import { call } from '../../page/call.ts';
import { overText } from '../instruction/over-text.ts';
import { useInstruction } from '../instruction/use-instruction.ts';
import { maxAmountOf, shownFee } from './amounts.ts';
import { trackerHref } from './links.ts';
import type { RequestFormProps } from './props.ts';

/** The form of a request: an amount for one of the member's accounts. After success the page opens its tracker. */
export function useRequest({ t, options, form: given, reference }: RequestFormProps) {
  const usable = options.accounts.filter(({ coolingUntil }) => coolingUntil === null);
  const posted = given?.call === 'withdrawal.request' ? given : null;
  const [account, setAccount] = useState(posted?.values.payoutAccountId ?? usable[0]?.payoutAccountId ?? '');
  const extraFields = { payoutAccountId: account, feeShown: shownFee(options) };
  const form = useInstruction({
    t,
    posted,
    reference,
    extraFields,
    limits: options,
    amountLimitProblem: (typed) => overText(typed, maxAmountOf(options), options, (max) => t('withdrawal.over', { max })),
    sealed: false,
    send: (signed) => call(withdrawalRequest, { body: { ...signed, ...extraFields } }),
    leaveFor: ({ withdrawalId }) => trackerHref(withdrawalId),
  });
  return { ...form, account, setAccount };
}
