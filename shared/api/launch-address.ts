import type { ValueOf } from './define-call.ts';
import type { launchGame } from './game-calls.ts';

/** The address that a launch has answered with; empty when there is none, which no launch that succeeds does. */
export function launchAddress({ game_url, game_url2 }: ValueOf<typeof launchGame>): string {
  return game_url ?? game_url2 ?? '';
}
