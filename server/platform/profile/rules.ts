import * as v from 'valibot';
import { PROFILE_FIELDS } from '../../../shared/rules/profile-fields.ts';

/** What this merchant's members may tell about themselves. */
export const profileRules = v.object({
  fields: v.optional(v.array(v.picklist(PROFILE_FIELDS)), ['payeeName', 'birthday']),
});
