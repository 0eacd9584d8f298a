import { randomUUID } from 'node:crypto';
import { chatSend } from '../../shared/api/chat/calls.ts';
import { depositConfirm, depositCreate } from '../../shared/api/deposit/calls.ts';
import { paymentPasswordChange, payoutAdd, payoutList } from '../../shared/api/payout-accounts/calls.ts';
import { feedbackSend } from '../../shared/api/system/calls.ts';
import { withdrawalOptions, withdrawalRequest } from '../../shared/api/withdrawal/calls.ts';
import { accepted, DEMO, type Player, signIn } from '../kit/player.ts';
import { SUBJECT } from './console-targets.ts';
import type { Target } from './contracts.ts';
import type { Operator } from './operator.ts';

const PAYMENT_PASSWORD = '482915';

/** A page of the console with the id of a thing, and where in it; the first one is used. */
const LISTS: Readonly<Record<string, readonly [page: string, id: RegExp]>> = {
  // These will be locked and signed out by forms, so they must not be users whom the scan needs.
  member: ['/members?q=fresh01', /console\/members\/([\w.-]+)"/],
  agent: ['/members?q=agent01', /console\/members\/([\w.-]+)"/],
  payer: ['/members?q=demo01', /console\/members\/([\w.-]+)"/],
  deposit: ['/deposits?status=all', /console\/deposits\/([\w-]+)"/],
  withdrawal: ['/withdrawals?status=all', /console\/withdrawals\/([\w-]+)"/],
  suspense: ['/suspense', /console\/suspense\/([\w-]+)"/],
  letter: ['/feedback', /name="id" value="(\d+)"/],
  message: ['/chat', /name="id" value="([\w.:-]+)"/],
  content: ['/content?kind=promotion', /content\/items\/([\w-]+)"/],
  operator: ['/operators', /operators\/([\w-]+)"[^>]*>ops03</],
};

/** Creates the items that a console decides about; returns a function that fills their ids into a target. */
export async function consoleSubjects(url: string, operator: Operator): Promise<(target: Target) => Target> {
  await giveWork(await signIn(url, DEMO.member));
  const ids = new Map<string, string>();
  for (const [name, [page, id]] of Object.entries(LISTS)) {
    const found = id.exec(await operator.read(page))?.[1];
    if (found !== undefined) ids.set(name, found);
  }
  const missing = Object.keys(LISTS).filter((name) => !ids.has(name));
  if (missing.length > 0) console.log(`No items for the console: ${missing.join(', ')}`);
  const fill = (text: string) => text.replaceAll(SUBJECT, (_, name: string) => ids.get(name) ?? 'x1');
  return (target) => ({ ...target, path: fill(target.path), ...(target.body !== undefined && { body: fill(target.body) }) });
}

/** A deposit to check, a withdrawal to review, a letter to answer, a message to moderate. */
async function giveWork(player: Player): Promise<void> {
  const deposit = { channel: 'DEMO_BANK', amount: '20', reference: randomUUID() };
  const { depositId } = accepted(await player.call(depositCreate, { body: deposit }));
  accepted(await player.call(depositConfirm, { body: { depositId } }));
  accepted(await player.call(feedbackSend, { body: { content: 'When does the harbour open?' } }));
  accepted(await player.call(chatSend, { body: { text: 'Good morning', reference: randomUUID() } }));
  accepted(
    await player.call(paymentPasswordChange, { body: { paymentPassword: PAYMENT_PASSWORD, confirmPaymentPassword: PAYMENT_PASSWORD } }),
  );
  const { providers } = accepted(await player.call(payoutList));
  accepted(await player.call(payoutAdd, { body: { provider: providers[0]?.code ?? '', holder: 'Ann Demo', accountNumber: '4915706156' } }));
  const { accounts } = accepted(await player.call(withdrawalOptions));
  const order = { amount: '25', payoutAccountId: accounts[0]?.payoutAccountId ?? '', reference: randomUUID() };
  accepted(await player.call(withdrawalRequest, { body: { ...order, paymentPassword: PAYMENT_PASSWORD } }));
}
