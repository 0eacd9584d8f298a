import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const merchantWallet = defineCall(calls.merchantWallet, schemas.merchantWallet, {
  module: 'GCS_merchantWallet',
  summary: 'Whether the merchant runs one wallet for all vendors, or one per vendor.',
  actors: 'signed-in',
  defaultsSuffice: true,
});

export const walletList = defineCall(calls.walletList, schemas.walletList, {
  module: 'GCS_walletList',
  summary: 'All money of the signed-in member: wallet, on hold, at vendors, and the withdrawable amount.',
  actors: 'real',
});

export const walletTransfer = defineCall(calls.walletTransfer, schemas.walletTransfer, {
  module: 'GCS_walletTransfer',
  summary: 'Move money between the wallet and the wallet at a vendor. The same reference and body move it once.',
  actors: 'real',
  closedByRegion: true,
  throttle: 'money',
});

export const walletCollect = defineCall(calls.walletCollect, schemas.walletCollect, {
  module: 'GCS_walletCollect',
  summary: 'Bring all money at vendors back into the wallet; returns what has arrived.',
  actors: 'real',
  throttle: 'money',
});

export const transferState = defineCall(calls.transferState, schemas.transferState, {
  module: 'MCSFE_transferState',
  summary: "Recipient and limits of the signed-in member's transfers, and the last twenty transfers, newest first.",
  actors: 'real',
});

export const transferUpline = defineCall(calls.transferUpline, schemas.transferUpline, {
  module: 'MCSFE_transferUpline',
  summary: 'Transfer to the agent directly above. The same reference and body transfer once.',
  actors: 'real',
  closedByRegion: true,
  throttle: 'money',
});

export const transferDownline = defineCall(calls.transferDownline, schemas.transferDownline, {
  module: 'MCSFE_transferDownline',
  summary: 'Transfer from an agent to a member directly below. The same reference and body transfer once.',
  actors: 'agent',
  closedByRegion: true,
  throttle: 'money',
});
