import type { BodyOf } from '../../../shared/api/define-call.ts';
import type { payoutAdd } from '../../../shared/api/payout-calls.ts';
import { checkField } from '../../../shared/rules/check-field.ts';
import { profileFieldRule } from '../../../shared/rules/profile-fields.ts';
import { recordEvent } from '../accounts/account-events.ts';
import { lockProfile, writeProfile } from '../accounts/index.ts';
import { readMerchant } from '../content/index.ts';
import type { Tx } from '../db/database.ts';
import { type AfterCommit, inTransaction } from '../db/transaction.ts';
import type { Payee } from '../payment-password/index.ts';
import { type FieldRefusal, Refusal } from '../refusal.ts';
import { maskNumber, nameKey, readNumber } from './number.ts';
import { HOLDER_PURPOSE, NUMBER_PURPOSE, type PayoutAccountDeps, rulesOf } from './service.ts';
import { findAccounts, insertAccount, lockAccount, markRemoved } from './store.ts';

type Form = BodyOf<typeof payoutAdd>;

/**
 * Adds an account in the member's own name and answers with its id. The name is the one of the profile; where there is none
 * yet it is taken from here, and stays.
 */
export async function addAccount(deps: PayoutAccountDeps, payee: Payee, form: Form): Promise<string> {
  const { db, clock, merchant, secrets } = deps;
  const { memberId } = payee.actor;
  const { provider, number } = await checkForm(deps, form);
  return inTransaction(db, async (tx, afterCommit) => {
    // Locks the member: two at once can't both be the last one, or set two names.
    const holder = await takeHolder(tx, deps, memberId, form.holder);
    const { most } = await rulesOf(deps, tx);
    if ((await findAccounts(tx, memberId)).length >= most) throw new Refusal('payout_account_limit', { max: most });
    const id = await insertAccount(tx, {
      merchant,
      member_id: memberId,
      kind: provider.kind,
      provider: provider.code,
      holder: secrets.seal(HOLDER_PURPOSE, holder),
      number: secrets.seal(NUMBER_PURPOSE, number),
      number_key: secrets.keyOf(NUMBER_PURPOSE, `${provider.code} ${number.toUpperCase()}`),
      created_at: clock.now(),
    });
    if (id === null) throw new Refusal('payout_account_taken', {}, { accountNumber: { code: 'field_taken' } });
    await tell(tx, afterCommit, deps, payee, 'payout_account_added', `${provider.name} ${maskNumber(number)}`);
    return id;
  });
}

/** Refuses what is not the member's, and what a withdrawal is still under way to. */
export async function removeAccount(deps: PayoutAccountDeps, payee: Payee, id: string): Promise<void> {
  const { db, clock, secrets, hasOpenPayout } = deps;
  await inTransaction(db, async (tx, afterCommit) => {
    const account = await lockAccount(tx, payee.actor.memberId, id);
    if (!account) throw new Refusal('payout_account_not_found');
    if (await hasOpenPayout(tx, id)) throw new Refusal('payout_account_in_use');
    await markRemoved(tx, id, clock.now());
    const { providers } = await rulesOf(deps, tx);
    const name = providers.find(({ code }) => code === account.provider)?.name ?? account.provider;
    const masked = maskNumber(secrets.open(NUMBER_PURPOSE, account.number));
    await tell(tx, afterCommit, deps, payee, 'payout_account_removed', `${name} ${masked}`);
  });
}

/** Every wrong field at once. */
async function checkForm({ db, merchant }: PayoutAccountDeps, form: Form) {
  const { settings } = await readMerchant(db, merchant);
  const provider = settings.payoutAccounts.providers.find(({ code }) => code === form.provider);
  const number = provider && readNumber(provider.kind, form.accountNumber);
  const holderProblem = checkField({ ...profileFieldRule('payeeName', settings.registration), required: true }, form.holder);
  const fields: Record<string, FieldRefusal> = {
    ...(!provider && { provider: { code: 'field_format' } }),
    ...(holderProblem && { holder: holderProblem }),
    ...(form.accountNumber === ''
      ? { accountNumber: { code: 'field_required' } }
      : provider && number === undefined && { accountNumber: { code: 'field_format' } }),
  };
  if (!provider || number === undefined || Object.keys(fields).length > 0) throw new Refusal('invalid_fields', {}, fields);
  return { provider, number };
}

/** The member's name as it is kept; refuses another one. */
async function takeHolder(tx: Tx, { secrets }: PayoutAccountDeps, memberId: string, typed: string): Promise<string> {
  const profile = await lockProfile(tx, secrets, memberId);
  if (profile.payeeName === undefined) {
    await writeProfile(tx, secrets, memberId, { ...profile, payeeName: typed });
    return typed;
  }
  if (nameKey(profile.payeeName) === nameKey(typed)) return profile.payeeName;
  throw new Refusal('invalid_fields', {}, { holder: { code: 'field_holder_differs' } });
}

async function tell(
  tx: Tx,
  afterCommit: AfterCommit,
  { merchant, clock, inbox, messages }: PayoutAccountDeps,
  { actor: { memberId }, clientAddress, country }: Payee,
  kind: 'payout_account_added' | 'payout_account_removed',
  account: string,
): Promise<void> {
  await recordEvent(tx, { merchant, memberId, kind, clientAddress, country, at: clock.now() });
  await messages.tell(tx, memberId, kind, { account });
  await inbox.post(tx, { memberId, template: kind, params: { account }, href: '/member/payoutAccounts' }, afterCommit);
}
