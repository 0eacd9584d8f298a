import { textKeys } from '../../runtime/text-keys.ts';
import { PICKER_TEXTS } from '../../ui/upload/image-picker.tsx';
import type { IslandTexts } from '../island-props.ts';
import { ACTION_TEXTS } from '../security/use-action.ts';
import { GUEST_TEXTS } from './guest-fields.tsx';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'feedback-form': textKeys(
    {
      common: 'optional',
      errors: 'field_required',
      inbox: 'feedbackContent feedbackHint feedbackLeft feedbackOver feedbackImages feedbackSend',
    },
    GUEST_TEXTS,
    ACTION_TEXTS,
    PICKER_TEXTS,
  ),
};
