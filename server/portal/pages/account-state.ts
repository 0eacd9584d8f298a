import type { EntryView } from '../../../client/islands/sign-in/props.ts';
import { entryHref } from '../forms/next-step.ts';
import type { AccountState } from './personal-view.ts';
import type { EntryAddress } from './sign-in/entry-address.ts';

/** Dialogs that a signed-in visitor may open too. */
const FOR_MEMBERS_TOO: readonly EntryView[] = ['step', 'social', 'reset', 'confirm', 'change-password'];

/** Redirect of a members' page if the session requires a confirmation or a new password first. */
export function accountRedirect(accountState: AccountState, here: string): string | undefined {
  if (accountState === 'idle') return entryHref('confirm', here);
  if (accountState === 'changing') return entryHref('change-password', here);
  return undefined;
}

/** Redirect of an entry page for a signed-in visitor. */
export function entryRedirect(accountState: AccountState, { open, next }: EntryAddress): string | undefined {
  if (accountState === 'visitor' || FOR_MEMBERS_TOO.includes(open)) return undefined;
  return accountRedirect(accountState, next ?? '') ?? next ?? '/index';
}
