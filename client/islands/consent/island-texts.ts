import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'consent-bar': textKeys({ play: 'consentTitle consentText consentAccept consentDecline consentMore consentGranted consentDenied' }),
};
