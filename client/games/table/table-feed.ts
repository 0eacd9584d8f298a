import type { TableAnswer, TableStreamEvents } from '../../../shared/games/live/protocol.ts';
import type { StudioApi } from '../lib/api.ts';
import { createFollower, type Follower } from './follow-stream.ts';

export interface FeedEvents {
  table(answer: TableAnswer): void;
  round(event: TableStreamEvents['round']): void;
  slip(event: TableStreamEvents['slip']): void;
  lost(on: boolean): void;
  full(): void;
}

/** Follows a table. */
export function createTableFeed(api: Pick<StudioApi, 'table' | 'tableStream'>, gameId: string, events: FeedEvents): Follower {
  return createFollower({
    open: (signal) => api.tableStream(gameId, signal),
    poll: async () => events.table(await api.table(gameId)),
    lost: events.lost,
    full: events.full,
    dispatch(name, data) {
      if (name === 'table') events.table(data as TableAnswer);
      if (name === 'round') events.round(data as TableStreamEvents['round']);
      if (name === 'slip') events.slip(data as TableStreamEvents['slip']);
    },
  });
}
