import type { Migrations } from '../../../base/feature.ts';
import * as enrolmentSessions from './084-enrolment-sessions.ts';

export const MIGRATIONS: Migrations = {
  '084-enrolment-sessions': enrolmentSessions,
};
