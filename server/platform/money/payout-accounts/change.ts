import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { payoutAdd } from '../../../../shared/api/payout-accounts/calls.ts';
import { checkField } from '../../../../shared/rules/check-field.ts';
import { profileFieldRule } from '../../../../shared/rules/profile-fields.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { type FieldRefusal, Refusal } from '../../base/refusal.ts';
import { recordEvent } from '../../identity/members/index.ts';
import type { Payee } from '../../identity/payment-password/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { lockProfile, writeProfile } from '../../notify/contacts/index.ts';
import { noteIdentity } from '../../protection/links/index.ts';
import { openReview } from '../../protection/responsible-gaming/index.ts';
import { maskNumber, nameKey, readNumber } from './number.ts';
import { HOLDER_PURPOSE, NUMBER_PURPOSE, type PayoutAccountDeps, rulesOf } from './service.ts';
import { findAccounts, insertAccount, lockAccount, markRemoved } from './store.ts';
import { additionTries } from './tries.ts';

/** Refusal of a malformed number, whose text has the expected format. */
const NUMBER_CODE = { BANK: 'field_bank_number', EWALLET: 'field_ewallet_number' } as const;

type Form = BodyOf<typeof payoutAdd>;

/**
 * Adds an account in the member's own name and returns its id. A number that another member has is accepted too, so that the response
 * reveals nothing; operators get a review. The name must match the profile; an empty profile takes the name from here.
 */
export async function addAccount(deps: PayoutAccountDeps, payee: Payee, form: Form): Promise<string> {
  const { db, clock, merchant, secrets } = deps;
  const { memberId } = payee.actor;
  const { provider, number } = await checkForm(deps, form);
  await additionTries.count(db, memberId, clock.now());
  const numberKey = secrets.keyOf(NUMBER_PURPOSE, `${provider.code} ${number.toUpperCase()}`);
  return inTransaction(db, async (tx, afterCommit) => {
    // Locks the member: concurrent calls cannot both add the last account or set two names.
    const holder = await resolveHolder(tx, deps, memberId, form.holder);
    const { max } = await rulesOf(deps, tx);
    if ((await findAccounts(tx, memberId)).length >= max) throw new Refusal('payout_account_limit', { max });
    const id = await insertAccount(tx, {
      merchant,
      member_id: memberId,
      kind: provider.kind,
      provider: provider.code,
      holder: secrets.seal(HOLDER_PURPOSE, holder),
      number: secrets.seal(NUMBER_PURPOSE, number),
      number_key: numberKey,
      created_at: clock.now(),
    });
    if (id === null) throw new Refusal('payout_account_taken', {}, { accountNumber: { code: 'field_taken' } });
    await reportShared(tx, deps, memberId, numberKey);
    await noteIdentity(tx, secrets, memberId, clock.now());
    await notifyMember(tx, afterCommit, deps, payee, 'payout_account_added', `${provider.name} ${maskNumber(number)}`);
    return id;
  });
}

/** Opens a review for every other member who has or had the number. Of two concurrent calls the second sees the first. */
async function reportShared(tx: Tx, { clock, merchant }: PayoutAccountDeps, memberId: string, numberKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`payout-number:${numberKey}`}))`.execute(tx);
  const holders = await tx
    .selectFrom('payout_account')
    .select('member_id')
    .distinct()
    .where('merchant', '=', merchant)
    .where('number_key', '=', numberKey)
    .where('member_id', '!=', memberId)
    .execute();
  for (const { member_id } of holders)
    await openReview(tx, { merchant, memberId, otherId: member_id, subject: 'payout', grounds: ['payout'], now: clock.now() });
}

/** Refuses accounts of other members, and accounts with an unfinished withdrawal. */
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
    await notifyMember(tx, afterCommit, deps, payee, 'payout_account_removed', `${name} ${masked}`);
  });
}

/** Refuses with all invalid fields at once. */
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
      : provider && number === undefined && { accountNumber: { code: NUMBER_CODE[provider.kind] } }),
  };
  if (!provider || number === undefined || Object.keys(fields).length > 0) throw new Refusal('invalid_fields', {}, fields);
  return { provider, number };
}

/** The stored name of the member; refuses a different one. */
async function resolveHolder(tx: Tx, { secrets }: PayoutAccountDeps, memberId: string, input: string): Promise<string> {
  const profile = await lockProfile(tx, secrets, memberId);
  if (profile.payeeName === undefined) {
    await writeProfile(tx, secrets, memberId, { ...profile, payeeName: input });
    return input;
  }
  if (nameKey(profile.payeeName) === nameKey(input)) return profile.payeeName;
  throw new Refusal('invalid_fields', {}, { holder: { code: 'field_holder_differs' } });
}

async function notifyMember(
  tx: Tx,
  afterCommit: AfterCommit,
  { merchant, clock, inbox, messages }: PayoutAccountDeps,
  { actor: { memberId }, clientAddress, country }: Payee,
  kind: 'payout_account_added' | 'payout_account_removed',
  account: string,
): Promise<void> {
  await recordEvent(tx, { merchant, memberId, kind, clientAddress, country, at: clock.now() });
  await messages.notify(tx, memberId, kind, { account });
  await inbox.post(tx, { memberId, template: kind, params: { account }, href: '/member/payoutAccounts' }, afterCommit);
}
