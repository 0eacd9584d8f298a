import * as v from 'valibot';
import { PROFILE_FIELDS } from '../../../shared/rules/profile-fields.ts';

/** Profile fields that the merchant offers. */
export const profileRules = v.object({
  fields: v.optional(v.array(v.picklist(PROFILE_FIELDS)), ['payeeName', 'birthday']),
});
