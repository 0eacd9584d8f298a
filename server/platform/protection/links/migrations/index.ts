import type { Migrations } from '../../../base/feature.ts';
import * as memberLinks from './085-member-links.ts';
import * as accountReviews from './086-account-reviews.ts';

export const MIGRATIONS: Migrations = {
  '085-member-links': memberLinks,
  '086-account-reviews': accountReviews,
};
