import type { RoomView } from '../../../shared/games/rooms/protocol.ts';
import { codeOf, type Failure } from '../lib/api.ts';
import { leavesRoundOpen, retryUntilAnswered } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { pause, ready, settle, showMessage } from '../lib/game-page.ts';
import type { RoomPage } from './announcer.ts';
import { iAmReady } from './room-controls.ts';

/** Sends a call unless play is blocked, and retries it while no response arrives: these calls are idempotent. */
export async function callRoom(page: RoomPage, call: () => Promise<RoomView>, seen: (view: RoomView) => void): Promise<void> {
  const { shell, state, t } = page;
  if (!ready(state)) return;
  settle(page, true);
  try {
    seen(await retryUntilAnswered(call));
  } catch (error) {
    const code = codeOf(error);
    if (leavesRoundOpen(code)) showMessage(shell, t('studio.room_reconnecting'));
    else refuse(page, code);
  }
  settle(page, false);
}

function refuse(page: RoomPage, code: Failure): void {
  const { shell, t } = page;
  if (code === 'not_your_turn' || code === 'move_invalid') showMessage(shell, t(`studio.error_${code}`));
  else fail(page, code, () => shell.notify(null), false);
}

/** Applies a pause of the portal at a table. */
export interface PauseHandler {
  handle(type: 'pause' | 'resume'): void;
  /** The table has changed: a hand has started or ended. */
  update(): void;
}

/**
 * A pause withdraws readiness for a hand that has not started. A running hand can be finished; play is then blocked until the
 * portal resumes.
 */
export function createPauseHandler(page: RoomPage, seen: (view: RoomView) => void): PauseHandler {
  let isPauseRequested = false;
  let isWithdrawing = false;

  function update(): void {
    const table = page.view.table();
    const isPlaying = (table?.hand?.mine.length ?? 0) > 0;
    const on = isPauseRequested && !isPlaying;
    if (page.state.paused !== on) pause(page, on);
    page.sound.mute(isPauseRequested);
    if (isPauseRequested && table?.state === 'waiting' && iAmReady(table)) void withdrawReady();
  }

  /** Also for readiness from before a reload: the table may become known only after the pause. */
  async function withdrawReady(): Promise<void> {
    if (isWithdrawing) return;
    isWithdrawing = true;
    const view = await page.api.ready(false).catch(() => undefined);
    isWithdrawing = false;
    if (view) seen(view);
  }

  return {
    update,
    handle(type) {
      isPauseRequested = type === 'pause';
      update();
    },
  };
}
