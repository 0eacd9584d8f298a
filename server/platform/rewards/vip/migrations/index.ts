import type { Migrations } from '../../../base/feature.ts';
import * as vip from './203-vip.ts';
import * as vipOrders from './204-vip-orders.ts';
import * as vipGifts from './214-vip-gifts.ts';

export const MIGRATIONS: Migrations = {
  '203-vip': vip,
  '204-vip-orders': vipOrders,
  '214-vip-gifts': vipGifts,
};
