import { randomUUID } from 'node:crypto';
import type { WithdrawProps } from '../../../../client/islands/withdrawal/props.ts';
import { withdrawalGet, withdrawalList, withdrawalOptions } from '../../../../shared/api/withdrawal/contract.ts';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

const ID = /^[A-Za-z0-9_.-]{1,64}$/;
const NO_HISTORY = { withdrawals: [], pageNum: 1, totalPages: 0 };

/** `/member/withdraw`; with `?withdrawalId=` the tracker of one withdrawal. */
export async function withdraw(input: VisitorInput): Promise<WithdrawProps | RefusedPage> {
  const { upstream, visitor, query, form, timeZone } = input;
  const posted = form?.call.startsWith('withdrawal.') ? form : undefined;
  const named = query.get('withdrawalId') ?? posted?.values.withdrawalId;
  const withdrawalId = named !== undefined && ID.test(named) ? named : undefined;
  const [options, found, list] = await Promise.all([
    upstream.call(withdrawalOptions, {}, visitor),
    withdrawalId === undefined ? undefined : upstream.call(withdrawalGet, { query: { withdrawalId } }, visitor),
    withdrawalId === undefined ? upstream.call(withdrawalList, { query: { pageNo: pageNumber(query.get('pageNo')) } }, visitor) : undefined,
  ]);
  if (!options.success) return refusedBy(options);
  if (list && !list.success) return refusedBy(list);
  if (found && !found.success && found.code !== 'withdrawal_not_found') return refusedBy(found);
  return {
    options: options.value,
    current: found?.success ? found.value : null,
    missing: found?.success === false || (named !== undefined && withdrawalId === undefined),
    history: list?.value ?? (found?.success ? NO_HISTORY : await firstPage(input)),
    form: posted ? formView(posted) : null,
    requested: query.has('requested') && !posted,
    // A redisplayed form keeps its reference, so that sending it again cannot request a second withdrawal.
    reference: posted?.values.reference ?? randomUUID(),
    timeZone,
    now: input.now,
  };
}

/** A withdrawal of another member shows the member's own list. */
async function firstPage({ upstream, visitor }: VisitorInput): Promise<WithdrawProps['history']> {
  const answer = await upstream.call(withdrawalList, { query: { pageNo: 1 } }, visitor);
  return answer.success ? answer.value : NO_HISTORY;
}
