import { randomUUID } from 'node:crypto';
import { depositChannels, depositGet, depositList } from '../../../../shared/api/deposit/contract.ts';
import type { Deposit } from '../../../../shared/api/deposit/schemas.ts';
import { protectionState } from '../../../../shared/api/responsible-gaming/contract.ts';
import type { DepositView } from '../../../../views/pages/deposit/deposit.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { bonusHint } from '../rewards/bonus.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

const LIMITS = '/member/protection';

/** `?depositId=` shows one deposit, `?new` the form even while one is open. */
export async function deposit(input: VisitorInput): Promise<DepositView | RefusedPage> {
  const { upstream, visitor, context, form, timeZone, origin } = input;
  const [channels, list, named, bonus] = await Promise.all([
    upstream.call(depositChannels, {}, visitor),
    upstream.call(depositList, {}, visitor),
    namedDeposit(input),
    bonusHint(input),
  ]);
  if (!channels.success) return refusedBy(channels);
  if (!list.success) return refusedBy(list);
  const posted = form?.call.startsWith('deposit.') || form?.call === 'protection.setLimit' ? form : undefined;
  const { deposits } = list.value;
  return {
    channels: channels.value.channels,
    offerLimit: channels.value.firstDeposit && !(await hasLimit(input)),
    current: named ?? waiting(input, deposits),
    history: deposits,
    // A redisplayed form keeps its reference, so that sending it again cannot open a second deposit.
    reference: posted?.values.reference ?? randomUUID(),
    form: posted ? formView(posted) : null,
    timeZone,
    origin,
    demo: context.demo ? { note: context.t('deposit.demoNote'), openBank: context.t('deposit.openDemoBank') } : null,
    limitsHref: LIMITS,
    bonus,
  };
}

/** True if the member has a deposit limit or the state is unknown; a limit can always be set on its own page. */
async function hasLimit({ upstream, visitor }: VisitorInput): Promise<boolean> {
  const answer = await upstream.call(protectionState, {}, visitor);
  return !answer.success || answer.value.limits.some(({ kind, value }) => kind === 'deposit' && value !== null);
}

async function namedDeposit({ upstream, visitor, query, form }: VisitorInput): Promise<Deposit | null> {
  const depositId = query.get('depositId') ?? form?.values.depositId;
  if (!depositId || !/^[A-Za-z0-9_.-]{1,64}$/.test(depositId)) return null;
  const answer = await upstream.call(depositGet, { query: { depositId } }, visitor);
  return answer.success ? answer.value : null;
}

/** The pending deposit, which a returning member continues. */
function waiting({ query, form }: VisitorInput, deposits: readonly Deposit[]): Deposit | null {
  if (query.has('new') || form?.call === 'deposit.create' || form?.call === 'protection.setLimit') return null;
  return deposits.find(({ status }) => status === 'pending') ?? null;
}
