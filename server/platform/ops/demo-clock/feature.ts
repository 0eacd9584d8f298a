import './tables.ts';
import type { MovableClock } from '../../base/clock.ts';
import { defineFeature } from '../../base/feature.ts';
import { createDemoClock } from './demo-clock.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** The clock of a demo can be moved forward. Input: the platform's clock, for the demo only. */
export const demoClockFeature = defineFeature({
  name: 'demo-clock',
  migrations: MIGRATIONS,
  needs: {},
  create(context, _needs, clock: MovableClock | undefined) {
    const demoClock = createDemoClock({ ...context, clock });
    const jobs = clock ? [{ name: DEMO_CLOCK_JOB, cronPattern: '*/2 * * * * *', onEveryNode: true, run: demoClock.follow }] : [];
    return { api: demoClock, jobs };
  },
});

/** Its first run is before the service answers. */
export const DEMO_CLOCK_JOB = 'demo clock';
