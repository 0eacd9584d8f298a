import type { Migrations } from '../../../base/feature.ts';
import * as chat from './033-chat.ts';

export const MIGRATIONS: Migrations = {
  '033-chat': chat,
};
