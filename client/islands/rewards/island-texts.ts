import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';

const FORM = {
  errors: 'field_required too_many_requests maybe_booked points_quantity points_convert_least points_insufficient',
  auth: 'capsLock hidePassword showPassword',
  common: 'close moveWindow',
};
const COMMON = 'points after paymentPassword forgotPayment confirmTitle confirm back optional';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'point-redeem': textKeys({
    ...FORM,
    points: `${COMMON} redeemTitle quantity quantityHint total remark remarkHint address addressHint redeem confirmText`,
  }),
  'point-convert': textKeys({ ...FORM, points: `${COMMON} convertForm convertPoints convertHint gives convert confirmConvert` }),
};
