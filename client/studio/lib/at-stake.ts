import type { Frame } from './frame.ts';

/**
 * For games whose rounds come by themselves: tells the portal once when something of the player's comes to be at stake, and once
 * when nothing is any more. Only then does it look after session time and reality checks, which would cover what the player waits for.
 */
export function createAtStake(frame: Pick<Frame, 'send'>): (isAtStake: boolean) => void {
  let reported = false;
  return (isAtStake) => {
    if (isAtStake === reported) return;
    reported = isAtStake;
    frame.send(isAtStake ? 'round-started' : 'round-ended');
  };
}
