import './tables.ts';
import { defineFeature } from '../feature.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { DataKeys } from './open.ts';
import { createRotation } from './rotate.ts';

/** Rotates the key of sealed values. Without its keys as input, which is the case in tests only, nothing is rotated. */
export const dataKeyFeature = defineFeature({
  name: 'data key',
  migrations: MIGRATIONS,
  needs: {},
  create({ db, log }, _needs, keys: DataKeys | undefined) {
    const rotation = keys && createRotation({ db, log, keys });
    return {
      api: {},
      jobs: rotation ? [{ name: 'data key', cronPattern: '*/10 * * * * *', onEveryNode: true, run: rotation.run }] : [],
    };
  },
});
