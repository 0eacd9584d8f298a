import { textKeys } from '../../runtime/text-keys.ts';
import { COPY_TEXTS } from '../../ui/copy-button.tsx';
import { PAGINATION_TEXTS } from '../../ui/pagination.tsx';
import type { IslandTexts } from '../island-props.ts';
import { ACTION_TEXTS } from '../security/use-action.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  withdraw: textKeys(
    {
      upload: 'choose hint remove sending sent',
      errors: 'upload_not_image upload_too_large upload_too_many field_required amount_invalid amount_not_whole amount_out_of_range',
      wallet: 'amountRequired',
      auth: 'capsLock hidePassword showPassword',
      lobby: 'member_transferFund',
      common: 'close moveWindow',
      withdrawal: `available locked lockedText lockedFree atVendors excludedText excludedLocked turnover today formTitle amount amountHint over all most staysLocked staysLimit staysFraction
    fee feeNone feeFree feeShare feeBoth arrives account addAccount cooling paymentPassword forgotPayment request confirmTitle
    confirmText confirmCancelText confirm back promiseText requested noPassword noPasswordText setPassword noAccount
    noAccountText addFirst nothing nothingText dayUsed waitingTitle waitingText waitingOpen history historyEmpty
    historyEmptyText open toHistory id stages stage_requested stage_review stage_payment stage_receipt next late reason
    remaining receivedSoFar trail answerTitle answerLeft answerForced answerAll answerAllText answerAllConfirm answerPart
    answerPartText answerPartAmount answerPartHint answerPartConfirm answerNone answerRest answerNoneText answerLate comment
    commentHint pictures answerNoneConfirm answered cameAfterAll cancel cancelText cancelConfirm unknown unknownText
    next_forced next_forcedOver status_review next_review status_approved next_approved status_paid next_paid
    status_disputed next_disputed status_received next_received status_returned next_returned status_rejected next_rejected
    status_cancelled next_cancelled event_requested event_approval event_approved event_rejected event_cancelled event_paid
    event_reminded event_part_received event_received event_expired event_not_received event_paid_again event_returned
    event_upheld event_payment_sent event_part_paid event_payment_failed event_payment_returned`,
    },
    ACTION_TEXTS,
    COPY_TEXTS,
    PAGINATION_TEXTS,
  ),
};
