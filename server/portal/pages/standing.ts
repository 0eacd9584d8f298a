import type { EntryView } from '../../../client/lib/auth/props.ts';
import { entryHref } from '../forms/next-step.ts';
import type { EntryAddress } from './entry-address.ts';
import type { Standing } from './personal-view.ts';

/** Dialogs that a signed-in visitor may open too. */
const FOR_MEMBERS_TOO: readonly EntryView[] = ['step', 'social', 'reset', 'confirm', 'change-password'];

/** Redirect of a members' page if the session requires a confirmation or a new password first. */
export function detour(standing: Standing, here: string): string | undefined {
  if (standing === 'idle') return entryHref('confirm', here);
  if (standing === 'changing') return entryHref('change-password', here);
  return undefined;
}

/** Redirect of an entry page for a signed-in visitor. */
export function pastEntry(standing: Standing, { open, next }: EntryAddress): string | undefined {
  if (standing === 'visitor' || FOR_MEMBERS_TOO.includes(open)) return undefined;
  return detour(standing, next ?? '') ?? next ?? '/index';
}
