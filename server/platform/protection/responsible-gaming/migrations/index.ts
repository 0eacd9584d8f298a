import type { Migrations } from '../../../base/feature.ts';
import * as protection from './041-protection.ts';
import * as protectionRead from './049-protection-read.ts';
import * as notifiedLimits from './331-notified-limits.ts';

export const MIGRATIONS: Migrations = {
  '041-protection': protection,
  '049-protection-read': protectionRead,
  '331-notified-limits': notifiedLimits,
};
