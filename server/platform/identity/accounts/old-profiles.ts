import { sql } from 'kysely';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { readEmail, sealedContact, sealProfile } from '../../notify/contacts/index.ts';
import type { Codes } from '../verification/index.ts';
import { readMobile } from './registration-form.ts';

export interface OldProfilesDeps {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly codes: Codes;
}

const BATCH = 100;

/**
 * Seals personal fields of members who registered before sealing was introduced. Runs at each start; several processes may run it
 * concurrently.
 */
export async function sealOldProfiles(deps: OldProfilesDeps): Promise<void> {
  while (await inTransaction(deps.db, (tx) => sealBatch(deps, tx)));
}

async function sealBatch(deps: OldProfilesDeps, tx: Tx): Promise<boolean> {
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'profile'])
    .where(sql<boolean>`profile <> '{}'::jsonb`)
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, profile } of rows) await tx.updateTable('member').set(sealedColumns(deps, profile)).where('id', '=', id).execute();
  return rows.length > 0;
}

/** Moves contacts to their own columns, unverified. Invalid contacts stay in the profile. */
function sealedColumns({ secrets, codes }: OldProfilesDeps, { email = '', mobileNum = '', countryDialingCode = '', ...rest }: Profile) {
  const address = readEmail(email);
  const number = mobileNum === '' ? undefined : readMobile(codes, countryDialingCode, mobileNum);
  const [sealedAddress, sealedNumber] = [
    address === undefined ? undefined : sealedContact(secrets, 'email', address),
    number === undefined ? undefined : sealedContact(secrets, 'sms', number),
  ];
  const unsealedFields = {
    ...rest,
    ...(sealedAddress || email === '' ? {} : { email }),
    ...(sealedNumber || mobileNum === '' ? {} : { mobileNum, countryDialingCode }),
  };
  return {
    profile: '{}',
    sealed_profile: sealProfile(secrets, unsealedFields),
    ...(sealedAddress && { email: sealedAddress.sealed, email_key: sealedAddress.key }),
    ...(sealedNumber && { mobile: sealedNumber.sealed, mobile_key: sealedNumber.key }),
  };
}

type Profile = Readonly<Record<string, string>>;
