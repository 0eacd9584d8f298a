import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import type { EndSessionsDeps } from './end-sessions.ts';
import { createSessions } from './sessions.ts';

/** Sessions of members. */
export const sessionsFeature = defineFeature({
  name: 'sessions',
  needs: {},
  create(context) {
    const { db, clock, hub, merchant } = context;
    const play = context.slot<Pick<EndSessionsDeps, 'endPlay' | 'handPlayOn'>>('play of ended sessions');
    const sessions = createSessions({
      clock,
      hub,
      merchant,
      endPlay: (...ended) => play.get().endPlay(...ended),
      handPlayOn: (...replaced) => play.get().handPlayOn(...replaced),
    });
    return {
      api: { sessions, play },
      jobs: [{ name: 'sessions', cronPattern: '*/10 * * * *', run: () => sessions.sweep(db) }],
      http: { resolveActor: (token, place) => sessions.resolve(db, token, place) },
    };
  },
});
