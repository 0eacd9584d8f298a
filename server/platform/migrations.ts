import type { Feature, Migrations } from './base/feature.ts';
import { JOB_MIGRATIONS } from './base/jobs/index.ts';
import { FEATURES } from './features.ts';

/** The migrations of all features by name, in the order of their names. Throws if two have the same name. */
export function migrationsOf(features: readonly Feature[]): Migrations {
  const all = [JOB_MIGRATIONS, ...features.map(({ migrations = {} }) => migrations)].flatMap((one) => Object.entries(one));
  const names = all.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two migrations have the name ${twice}.`);
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The migrations of the platform. */
export const MIGRATIONS = migrationsOf(FEATURES);
