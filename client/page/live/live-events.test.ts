import { expect, test } from 'vitest';
import { onLive, publishLive } from './live-events.ts';

test('every listener of a type receives an event, until it stops', () => {
  const received: string[] = [];
  const stops = ['a', 'b'].map((name) => onLive('inbox', ({ unread }) => received.push(`${name}${unread}`)));
  publishLive({ type: 'inbox', unread: 1 });
  publishLive({ type: 'promotions', count: 1 });
  stops[0]?.();
  publishLive({ type: 'inbox', unread: 2 });
  stops[1]?.();
  expect(received).toEqual(['a1', 'b1', 'b2']);
});

test('a late listener receives the event from before the first listener once', () => {
  publishLive({ type: 'withdrawal', withdrawalId: 'w_1', status: 'approved' });
  publishLive({ type: 'withdrawal', withdrawalId: 'w_1', status: 'paid' });
  const received: string[] = [];
  const stop = onLive('withdrawal', ({ status }) => received.push(status));
  publishLive({ type: 'withdrawal', withdrawalId: 'w_1', status: 'received' });
  stop();
  onLive('withdrawal', ({ status }) => received.push(`again ${status}`))();
  expect(received).toEqual(['paid', 'received']);
});
