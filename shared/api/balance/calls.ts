import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const walletBalance: ClientCall<typeof schemas.walletBalance, 'required'> = {
  id: 'wallet.balance',
  method: 'GET',
  path: '/wps/v2/wallets/balance',
  token: 'required',
};
