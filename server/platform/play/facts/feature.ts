import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { createFactStream } from './fact-stream.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Settled play as a stream of changes, which consumers read exactly once. */
export const factsFeature = defineFeature({
  name: 'play facts',
  migrations: MIGRATIONS,
  needs: {},
  create: () => ({ api: createFactStream() }),
});
