import type { Migrations } from '../../../base/feature.ts';
import * as cashier from './004-cashier.ts';
import * as deposits from './042-deposits.ts';
import * as sentBack from './052-sent-back.ts';
import * as partReversed from './053-part-reversed.ts';
import * as suspense from './061-suspense.ts';
import * as depositAmounts from './127-deposit-amounts.ts';

export const MIGRATIONS: Migrations = {
  '004-cashier': cashier,
  '042-deposits': deposits,
  '052-sent-back': sentBack,
  '053-part-reversed': partReversed,
  '061-suspense': suspense,
  '127-deposit-amounts': depositAmounts,
};
