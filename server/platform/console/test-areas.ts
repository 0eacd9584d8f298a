import { createEventHub } from '../base/events/hub.ts';
import { composeFeatures } from '../compose-features.ts';
import { FEATURES } from '../features.ts';
import type { ConsoleArea } from '../operators/index.ts';
import { consoleFeature } from './index.ts';

/** Pages, files and forms of the console without a platform: features only store most of what they are given, and no page is loaded here. */
export function consoleAreas(): readonly ConsoleArea[] {
  const nothing: never = new Proxy(
    Object.assign(() => nothing),
    { get: () => nothing },
  ) as never;
  const { apiOf } = composeFeatures(
    FEATURES,
    {
      db: nothing,
      clock: nothing,
      realTime: nothing,
      log: nothing,
      merchant: 'lagoon',
      secrets: nothing,
      services: {},
      hub: createEventHub(),
      translate: nothing,
      clockGuard: nothing,
      requireTime: nothing,
      databaseWatch: undefined,
      migrations: [],
      parts: { audits: [], waiting: [] },
      jobStates: () => [],
      runJobs: nothing,
    },
    [],
  );
  return apiOf(consoleFeature).areas;
}
