import { defineFeature } from '../../base/feature.ts';
import { consoleFeature } from '../../console/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { demoClockFeature } from '../demo-clock/index.ts';
import { metricsFeature } from '../metrics/index.ts';
import { createInternal } from './internal.ts';

/** `/internal`: health, audit and the console, for the portal's admin port. Input: whether this is the demo; true without input. */
export const internalFeature = defineFeature({
  name: 'internal',
  needs: { messages: messagesFeature, metrics: metricsFeature, console: consoleFeature, demoClock: demoClockFeature },
  create({ db, merchant, parts: { audits } }, { messages, metrics, console, demoClock }, isDemo: boolean = true) {
    const { readiness, text } = metrics;
    const deps = { db, merchant, audits, messages, isDemo, demoClock, console: console.router, readiness, metrics: text };
    return {
      api: {},
      http: { internal: createInternal(deps) },
    };
  },
});
