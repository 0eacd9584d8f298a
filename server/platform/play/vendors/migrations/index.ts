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
import * as vendorAtOnce from './200-vendor-at-once.ts';
import * as transactionsByRound from './226-transactions-by-round.ts';
import * as vendorPools from './231-vendor-pools.ts';
import * as reversals from './246-reversals.ts';
import * as vendorTogether from './255-vendor-together.ts';
import * as vendorWalletName from './264-vendor-wallet-name.ts';
import * as freeRounds from './280-free-rounds.ts';
import * as reportTimes from './330-report-times.ts';

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
  '200-vendor-at-once': vendorAtOnce,
  '226-transactions-by-round': transactionsByRound,
  '231-vendor-pools': vendorPools,
  '246-reversals': reversals,
  '255-vendor-together': vendorTogether,
  '264-vendor-wallet-name': vendorWalletName,
  '280-free-rounds': freeRounds,
  '330-report-times': reportTimes,
};
