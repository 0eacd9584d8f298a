import type { EntryView } from '../../../client/lib/auth/props.ts';
import { entryHref } from '../forms/next-step.ts';
import type { EntryAddress } from './entry-address.ts';
import type { Standing } from './personal-view.ts';

/** Dialogs that somebody may want who is signed in already. */
const FOR_MEMBERS_TOO: readonly EntryView[] = ['step', 'social', 'reset', 'confirm', 'change-password'];

/** Where a page for members sends somebody whose session waits for something else first. */
export function detour(standing: Standing, here: string): string | undefined {
  if (standing === 'idle') return entryHref('confirm', here);
  if (standing === 'changing') return entryHref('change-password', here);
  return undefined;
}

/** Where an entry page sends somebody who is signed in already. */
export function pastEntry(standing: Standing, { open, next }: EntryAddress): string | undefined {
  if (standing === 'visitor' || FOR_MEMBERS_TOO.includes(open)) return undefined;
  return detour(standing, next ?? '') ?? next ?? '/index';
}
