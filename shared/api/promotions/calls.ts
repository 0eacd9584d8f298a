import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const promotionList: ClientCall<typeof schemas.promotionList, 'optional'> = {
  id: 'promotions.list',
  method: 'GET',
  path: '/wps/relay/MCS2_getPromotions',
  token: 'optional',
};

export const promotionJoin: ClientCall<typeof schemas.promotionJoin, 'required'> = {
  id: 'promotions.join',
  method: 'POST',
  path: '/wps/relay/MCS2_joinPromotion',
  token: 'required',
};

export const promotionClaim: ClientCall<typeof schemas.promotionClaim, 'required'> = {
  id: 'promotions.claim',
  method: 'POST',
  path: '/wps/relay/MCS2_claimPromotion',
  token: 'required',
};

export const promotionApply: ClientCall<typeof schemas.promotionApply, 'required'> = {
  id: 'promotions.apply',
  method: 'POST',
  path: '/wps/relay/MCS2_applyPromotion',
  token: 'required',
};
