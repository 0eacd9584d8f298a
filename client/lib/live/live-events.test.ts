import { expect, test } from 'vitest';
import { announceLive, onLive } from './live-events.ts';

test('every listener of a type receives an event, until it stops', () => {
  const heard: string[] = [];
  const stops = ['a', 'b'].map((name) => onLive('inbox', ({ unread }) => heard.push(`${name}${unread}`)));
  announceLive({ type: 'inbox', unread: 1 });
  announceLive({ type: 'promotions', count: 1 });
  stops[0]?.();
  announceLive({ type: 'inbox', unread: 2 });
  stops[1]?.();
  expect(heard).toEqual(['a1', 'b1', 'b2']);
});

test('a late listener receives the event from before the first listener once', () => {
  announceLive({ type: 'withdrawal', withdrawalId: 'w_1', status: 'approved' });
  announceLive({ type: 'withdrawal', withdrawalId: 'w_1', status: 'paid' });
  const heard: string[] = [];
  const stop = onLive('withdrawal', ({ status }) => heard.push(status));
  announceLive({ type: 'withdrawal', withdrawalId: 'w_1', status: 'received' });
  stop();
  onLive('withdrawal', ({ status }) => heard.push(`again ${status}`))();
  expect(heard).toEqual(['paid', 'received']);
});
