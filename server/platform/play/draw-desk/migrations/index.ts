import type { Migrations } from '../../../base/feature.ts';
import * as drawOrders from './247-draw-orders.ts';

export const MIGRATIONS: Migrations = { '247-draw-orders': drawOrders };
