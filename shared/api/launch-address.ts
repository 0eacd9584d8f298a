import type { ValueOf } from './client-call.ts';
import type { launchGame } from './games/calls.ts';

/** The launch address of a response; empty without one, which a successful launch always has. */
export function launchAddress({ game_url, game_url2 }: ValueOf<typeof launchGame>): string {
  return game_url ?? game_url2 ?? '';
}
