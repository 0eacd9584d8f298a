import { expect, test, vi } from 'vitest';
import { StudioFailure } from './api.ts';
import { connect } from './connect.ts';
import { createPlayState, type GamePage } from './game-page.ts';
import type { Notice } from './shell.ts';

const any = () => undefined;

function pageOf(session: () => Promise<unknown>) {
  const messages: string[] = [];
  const notices: (Notice | null)[] = [];
  const view = { open: vi.fn(), lock: vi.fn(), readBet: () => ({ total: 0n }) };
  const action = { ariaDisabled: 'false', classList: { toggle: any } };
  const page = {
    context: { ticket: 'ticket', gameId: 'GAME' },
    t: (key: string) => key,
    state: createPlayState(),
    shell: { action, setMessage: any, setBalance: any, setTotal: any, notify: (notice: Notice | null) => void notices.push(notice) },
    frame: { framed: true, send: (type: string) => void messages.push(type) },
    api: { session },
    view,
  } as unknown as GamePage;
  return { page, messages, notices, view };
}

const sessionWith = (limits: object) => ({
  balance: '5.0000',
  trial: false,
  recovered: null,
  next: {},
  limits: { minStake: '0.5000', maxStake: '9.0000', siteMaxStake: null, gameMaxStake: '9.0000', ...limits },
});

test('a game whose lowest stake is above the highest stake of the site shows the reason and offers no stake', async () => {
  const { page, messages, notices } = pageOf(async () => sessionWith({ maxStake: '0.0000', siteMaxStake: '0.4000' }));
  await connect(page);
  expect(notices.at(-1)).toMatchObject({ title: 'studio.error_no_stake_title', blocking: true });
  expect([messages, page.state.blocked, page.shell.action.ariaDisabled]).toEqual([['ready'], true, 'true']);
});

test('a game that cannot be opened shows the reason, and the portal removes its loading indicator', async () => {
  const { page, messages, notices } = pageOf(() => Promise.reject(new StudioFailure('session_expired')));
  await connect(page);
  expect(messages).toEqual(['ready']);
  expect(notices.at(-1)).toMatchObject({ title: 'studio.error_session_expired_title', blocking: true });
  notices.at(-1)?.actions[0]?.run();
  expect(messages).toEqual(['ready', 'reload']);
});

test('a game paused by the portal before it was open becomes ready and stays locked', async () => {
  const session = sessionWith({});
  const { page, messages, view } = pageOf(async () => session);
  page.state.paused = true;
  await connect(page);
  expect([messages, view.lock.mock.calls, page.shell.action.ariaDisabled]).toEqual([['ready'], [[true]], 'true']);
});
