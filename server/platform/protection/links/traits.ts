import { randomUUID } from 'node:crypto';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { openContact, readProfile } from '../../notify/contacts/index.ts';
import { birthDate, mailboxOf, personName } from './normalise.ts';
import type { TraitKind } from './tables.ts';

/** Also the purpose for sealing payout accounts. */
const PAYOUT_NUMBER_PURPOSE = 'payout_account.number';

interface Trait {
  readonly kind: TraitKind;
  readonly key: string;
}

/** The browser of a device token, for any account; undefined if unknown. A browser keeps its id when another account signs in there. */
export async function browserOf(executor: Executor, deviceToken: string | null): Promise<string | undefined> {
  if (deviceToken === null) return undefined;
  const row = await executor
    .selectFrom('member_device')
    .select('browser')
    .where('token_hash', '=', hashOfToken(deviceToken))
    .executeTakeFirst();
  return row?.browser;
}

export function newBrowser(): string {
  return randomUUID();
}

/** Call at each sign-in. */
export function notePlace(tx: Tx, memberId: string, { browser, network }: { browser: string; network: string | null }, now: Date) {
  return note(
    tx,
    memberId,
    [{ kind: 'browser', key: browser }, ...(network === null ? [] : [{ kind: 'network' as const, key: network }])],
    now,
  );
}

/**
 * Stores the account's current traits: verified contacts, name with birth date, document number, payout accounts. Old traits stay when the
 * account changes. Call it before comparing accounts, and after a change of one of these.
 */
export async function noteIdentity(tx: Tx, secrets: Secrets, memberId: string, now: Date): Promise<void> {
  const traits = await identityOf(tx, secrets, memberId);
  await note(tx, memberId, traits, now);
  await tx.updateTable('member').set({ traits_at: now }).where('id', '=', memberId).execute();
}

async function identityOf(executor: Executor, secrets: Secrets, memberId: string): Promise<readonly Trait[]> {
  const member = await executor
    .selectFrom('member')
    .select(['mobile', 'mobile_verified_at', 'email', 'email_verified_at'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!member) return [];
  const { payeeName = '', birthday = '', idNumber = '' } = await readProfile(executor, secrets, memberId);
  const [name, born] = [personName(payeeName), birthDate(birthday)];
  const accounts = await executor.selectFrom('payout_account').select(['provider', 'number']).where('member_id', '=', memberId).execute();
  const found: readonly (readonly [TraitKind, string | false])[] = [
    ['contact', member.mobile !== null && member.mobile_verified_at !== null && openContact(secrets, 'sms', member.mobile)],
    ['contact', member.email !== null && member.email_verified_at !== null && mailboxOf(openContact(secrets, 'email', member.email))],
    ['person', name !== '' && born !== undefined && `${born} ${name}`],
    ['person', idNumber !== '' && `document ${idNumber.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()}`],
    ...accounts.map(
      ({ provider, number }) => ['payout', `${provider} ${secrets.open(PAYOUT_NUMBER_PURPOSE, number).toUpperCase()}`] as const,
    ),
  ];
  return found.flatMap(([kind, value]) => (value === false ? [] : [{ kind, key: secrets.keyOf('member_trait', `${kind} ${value}`) }]));
}

async function note(tx: Tx, memberId: string, traits: readonly Trait[], now: Date): Promise<void> {
  if (traits.length === 0) return;
  const unique = new Map(traits.map((trait) => [`${trait.kind} ${trait.key}`, trait]));
  await tx
    .insertInto('member_trait')
    .values([...unique.values()].map((trait) => ({ ...trait, member_id: memberId, seen_at: now })))
    .onConflict((conflict) => conflict.columns(['member_id', 'kind', 'key']).doUpdateSet({ seen_at: now }))
    .execute();
}
