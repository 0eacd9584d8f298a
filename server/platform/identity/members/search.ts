import type { Executor } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { contactKey, readEmail } from '../../notify/contacts/index.ts';
import { accountKey } from './account-key.ts';

const MAX_TEXT = 254;

/** Finds members by id, the start of the account name, a complete phone number (E.164) or a complete e-mail address, newest first. */
export function searchMembers(
  executor: Executor,
  merchant: string,
  secrets: Secrets,
  searchText: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const text = searchText.trim().slice(0, MAX_TEXT);
  const key = accountKey(text);
  const email = readEmail(text);
  const mobile = /^\+[\d\s().-]{7,24}$/.test(text) ? `+${text.replace(/\D/g, '')}` : undefined;
  let members = executor
    .selectFrom('member')
    .select(['id', 'account', 'nickname', 'type', 'status', 'created_at', 'last_login_at'])
    .where('merchant', '=', merchant);
  if (text !== '')
    members = members.where(({ or, eb, fn, val }) =>
      or([
        eb('id', '=', text),
        eb(fn('starts_with', ['account_key', val(key)]), '=', true),
        ...(email === undefined ? [] : [eb('email_key', '=', contactKey(secrets, 'email', email))]),
        ...(mobile === undefined ? [] : [eb('mobile_key', '=', contactKey(secrets, 'sms', mobile))]),
      ]),
    );
  return members.orderBy('created_at', 'desc').orderBy('id').offset(offset).limit(limit).execute();
}

/** Account names by member id, for display. */
export async function accountsOf(executor: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('member')
    .select(['id', 'account'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, account }) => [id, account]));
}

/** The member with all stored columns, contacts sealed; only of this merchant. */
export function findOfMerchant(executor: Executor, merchant: string, id: string) {
  return executor.selectFrom('member').selectAll().where('id', '=', id).where('merchant', '=', merchant).executeTakeFirst();
}
