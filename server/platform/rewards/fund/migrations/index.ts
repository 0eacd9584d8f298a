import type { Migrations } from '../../../base/feature.ts';
import * as houseFunding from './180-house-funding.ts';

export const MIGRATIONS: Migrations = {
  '180-house-funding': houseFunding,
};
