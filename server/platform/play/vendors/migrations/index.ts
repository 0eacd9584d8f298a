import type { Migrations } from '../../../base/feature.ts';
import * as vendors from './003-vendors.ts';
import * as events from './031-events.ts';
import * as vendorRooms from './066-vendor-rooms.ts';
import * as placeOfPlay from './069-place-of-play.ts';
import * as liveScores from './074-live-scores.ts';
import * as vendorLook from './075-vendor-look.ts';
import * as publishedFacts from './077-published-facts.ts';
import * as vendorProviders from './122-vendor-providers.ts';
import * as lastCall from './131-last-call.ts';
import * as transferWallets from './141-transfer-wallets.ts';
import * as purseSession from './142-purse-session.ts';

export const MIGRATIONS: Migrations = {
  '003-vendors': vendors,
  '031-events': events,
  '066-vendor-rooms': vendorRooms,
  '069-place-of-play': placeOfPlay,
  '074-live-scores': liveScores,
  '075-vendor-look': vendorLook,
  '077-published-facts': publishedFacts,
  '122-vendor-providers': vendorProviders,
  '131-last-call': lastCall,
  '141-transfer-wallets': transferWallets,
  '142-purse-session': purseSession,
};
