import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const referralOverview: ClientCall<typeof schemas.referralOverview, 'required'> = {
  id: 'referral.overview',
  method: 'GET',
  path: '/wps/relay/MCSFE_getReferral',
  token: 'required',
};
