import type { Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';

/** Registration fields without a column of their own, by field name. */
export type Profile = Readonly<Record<string, string>>;

export async function readProfile(executor: Executor, secrets: Secrets, memberId: string): Promise<Profile> {
  const row = await executor.selectFrom('member').select('sealed_profile').where('id', '=', memberId).executeTakeFirst();
  return open(secrets, row?.sealed_profile);
}

/** The profile for a change, locked until the end of the transaction. */
export async function lockProfile(tx: Tx, secrets: Secrets, memberId: string): Promise<Profile> {
  const row = await tx.selectFrom('member').select('sealed_profile').where('id', '=', memberId).forUpdate().executeTakeFirst();
  return open(secrets, row?.sealed_profile);
}

export async function writeProfile(tx: Tx, secrets: Secrets, memberId: string, profile: Profile): Promise<void> {
  await tx
    .updateTable('member')
    .set({ sealed_profile: sealProfile(secrets, profile) })
    .where('id', '=', memberId)
    .execute();
}

function open(secrets: Secrets, sealed: string | null | undefined): Profile {
  return sealed ? (JSON.parse(secrets.open('member.profile', sealed)) as Profile) : {};
}

/** Null if there is nothing to seal. */
export function sealProfile(secrets: Secrets, profile: Readonly<Record<string, string>>): string | null {
  return Object.keys(profile).length === 0 ? null : secrets.seal('member.profile', JSON.stringify(profile));
}
