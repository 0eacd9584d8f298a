import type { Frame } from './frame.ts';

/**
 * For games with scheduled rounds: notifies the portal once when the player's first stake is open, and once when none is open.
 * In between the portal postpones session time messages and reality checks, which would cover the result.
 */
export function createAtStake(frame: Pick<Frame, 'send'>): (isAtStake: boolean) => void {
  let reported = false;
  return (isAtStake) => {
    if (isAtStake === reported) return;
    reported = isAtStake;
    frame.send(isAtStake ? 'round-started' : 'round-ended');
  };
}
