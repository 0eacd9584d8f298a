import type { StudioSession } from '../../../shared/games/protocol.ts';
import { codeOf } from './api.ts';
import { fail, refuseEntry, refuseStakes, showRecovered } from './game-messages.ts';
import { type GamePage, settle, showBalance } from './game-page.ts';
import type { PageView } from './game-view.ts';
import { hasNoStake } from './site-limit.ts';
import { unitsOf } from './stakes.ts';

/** Opens the session with the ticket of the page and makes the game ready to play. */
export async function connect(page: GamePage<PageView>): Promise<void> {
  const { context, t, shell, api, frame, view, state } = page;
  shell.notify(null);
  state.blocked = false;
  shell.setMessage(t('studio.connecting'), false);
  let session: StudioSession;
  try {
    if (context.ticket === '') return refuseEntry(page);
    session = await api.session({ ticket: context.ticket, gameId: context.gameId });
  } catch (error) {
    fail(page, codeOf(error), () => void connect(page), false);
    // The page shows why it cannot be played: the portal's loading indicator must not cover it.
    frame.send('ready');
    return;
  }
  state.session = session;
  state.next = session.next;
  showBalance(page, unitsOf(session.balance));
  if (session.trial) shell.showTrial();
  view.open(session);
  shell.setMessage('', false);
  if (hasNoStake(session.limits)) refuseStakes(page, session);
  settle(page, false);
  if (session.recovered) showRecovered(page, session.recovered);
  frame.send('ready');
}
