import { textKeys } from '../../runtime/text-keys.ts';
import { COPY_TEXTS } from '../../ui/copy-button.tsx';
import { MORE_DETAILS_TEXTS } from '../../ui/more-details.tsx';
import { LAST_ROUND_TEXTS } from '../game-frame/last-round-texts.ts';
import type { IslandTexts } from '../island-props.ts';
import { ACTION_TEXTS } from '../security/use-action.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'my-wallet': textKeys(
    {
      transfer: `total wallet atVendors hold holdHint withdrawable turnover turnoverText single deposit withdraw record vendors
    vendorsText vendorsLeft collect collected maintenance maintenanceText amount amountHint moveIn moveInTo moveOut
    moveOutOf movedIn movedOut moved moving movingInText movingOutText movingHint movingToast`,
    },
    LAST_ROUND_TEXTS,
    ACTION_TEXTS,
  ),
  'transfer-person': textKeys(
    {
      wallet: 'amountRequired',
      errors: 'field_required amount_invalid amount_not_whole amount_out_of_range too_many_requests maybe_booked',
      auth: 'capsLock hidePassword showPassword',
      common: 'close moveWindow',
      transfer: `noUpline noUplineText to confirmText noneText toPerson confirmPersonText nonePersonText
    noPassword noPasswordText setPassword dayUsed formTitle available leftToday leftTodayText
    turnoverLeft amount bounds over paymentPassword forgotPayment send confirmTitle after back confirm sent
    history none zone sentTo receivedFrom number ledger`,
    },
    COPY_TEXTS,
    MORE_DETAILS_TEXTS,
  ),
};
