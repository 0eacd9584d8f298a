import type { RoomView } from '../../../shared/studio/rooms/protocol.ts';
import { codeOf, type Failure } from '../lib/api.ts';
import { insist, leavesRoundOpen } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { pause, ready, say, settle } from '../lib/game-page.ts';
import { iAmReady } from './room-view.ts';
import type { RoomPage } from './witness.ts';

/** Asks the studio for something, unless play is held up; what cannot be heard is asked again, for each of these may be asked twice. */
export async function askRoom(page: RoomPage, call: () => Promise<RoomView>, seen: (view: RoomView) => void): Promise<void> {
  const { shell, state, t } = page;
  if (!ready(state)) return;
  settle(page, true);
  try {
    seen(await insist(call));
  } catch (error) {
    const code = codeOf(error);
    if (leavesRoundOpen(code)) say(shell, t('studio.room_reconnecting'));
    else refuse(page, code);
  }
  settle(page, false);
}

function refuse(page: RoomPage, code: Failure): void {
  const { shell, t } = page;
  if (code === 'not_your_turn' || code === 'move_invalid') say(shell, t(`studio.error_${code}`));
  else fail(page, code, () => shell.notify(null), false);
}

/** What a pause of the portal means at a table. */
export interface Rest {
  hear(type: 'pause' | 'resume'): void;
  /** Something has changed at the table: a hand that ran has ended, or begins. */
  look(): void;
}

/**
 * A pause takes back the word for a hand that has not begun. One that runs can be played to its end; with it play rests, until
 * the portal resumes.
 */
export function createRest(page: RoomPage, seen: (view: RoomView) => void): Rest {
  let isAsked = false;
  let isTakingBack = false;

  function look(): void {
    const table = page.view.table();
    const isPlaying = (table?.hand?.mine.length ?? 0) > 0;
    const on = isAsked && !isPlaying;
    if (page.state.paused !== on) pause(page, on);
    page.sound.hush(isAsked);
    if (isAsked && table?.state === 'waiting' && iAmReady(table)) void takeBack();
  }

  /** Also a word that was given before the page was loaded anew: the table may be seen only after the pause was heard. */
  async function takeBack(): Promise<void> {
    if (isTakingBack) return;
    isTakingBack = true;
    const view = await page.api.ready(false).catch(() => undefined);
    isTakingBack = false;
    if (view) seen(view);
  }

  return {
    look,
    hear(type) {
      isAsked = type === 'pause';
      look();
    },
  };
}
