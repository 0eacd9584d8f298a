import { randomBytes } from 'node:crypto';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';

const COUNT = 10;
/** 80 bits: sixteen characters of the alphabet below. */
const CODE_BYTES = 10;
const GROUP = 4;
/** Crockford's base 32: without letters that resemble digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Replaces the codes. The database stores digests only. */
export async function replaceRecoveryCodes(tx: Tx, secrets: Secrets, memberId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await removeRecoveryCodes(tx, memberId);
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ member_id: memberId, code_hash: digest(secrets, memberId, code), used_at: null })))
    .execute();
  return codes;
}

export async function removeRecoveryCodes(executor: Executor, memberId: string): Promise<void> {
  await executor.deleteFrom('recovery_code').where('member_id', '=', memberId).execute();
}

/** True once per code. Spaces, hyphens and case are ignored. */
export async function spendRecoveryCode(executor: Executor, secrets: Secrets, memberId: string, code: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', digest(secrets, memberId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function recoveryCodesLeft(executor: Executor, memberId: string): Promise<number> {
  const { left } = await executor
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

function newCode(): string {
  let bits = 0n;
  for (const byte of randomBytes(CODE_BYTES)) bits = (bits << 8n) | BigInt(byte);
  const characters = Array.from({ length: (CODE_BYTES * 8) / 5 }, (_, index) => ALPHABET[Number((bits >> BigInt(index * 5)) & 31n)]);
  return characters.join('').replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

function digest(secrets: Secrets, memberId: string, enteredCode: string): string {
  const code = enteredCode
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return secrets.keyOf('recovery_code', `${memberId}:${code}`);
}
