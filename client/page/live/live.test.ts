import { expect, test } from 'vitest';
import type { MemberEvent } from '../../../shared/api/live/schemas.ts';
import { createLive, FIRST_RETRY_MS, isMemberEvent, LAST_RETRY_MS, type LiveParts } from './live.ts';

const balance = (version: number): MemberEvent => ({ type: 'balance', sumBalance: '1.0000', version, at: '2026-01-01T00:00:00.000Z' });

/** A browser with tabs: one lock, one channel name, streams and timers controlled by the test. */
function browser() {
  const ports = new Set<LiveParts['channel']>();
  const waiting: (() => Promise<void>)[] = [];
  const streams: { onEvent: (event: MemberEvent) => void; onLost: () => void; open: boolean }[] = [];
  const timers: { act: () => void; milliseconds: number }[] = [];
  let polls = 0;
  let held = false;
  const grant = () => {
    const lead = held ? undefined : waiting.shift();
    if (!lead) return;
    held = true;
    void lead().then(() => {
      held = false;
      grant();
    });
  };
  const tab = () => {
    const received: MemberEvent[] = [];
    const channel: LiveParts['channel'] = {
      onmessage: null,
      postMessage(data: unknown) {
        for (const port of ports) if (port !== channel) port.onmessage?.({ data } as MessageEvent);
      },
      close: () => void ports.delete(channel),
    };
    ports.add(channel);
    const parts: LiveParts = {
      channel,
      elect(lead) {
        waiting.push(lead);
        grant();
      },
      openStream(onEvent, onLost) {
        const stream = { onEvent, onLost, open: true };
        streams.push(stream);
        return () => {
          stream.open = false;
        };
      },
      poll: () => {
        polls += 1;
      },
      later(act, milliseconds) {
        const timer = { act, milliseconds };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    };
    return { received, live: createLive(parts, (event) => received.push(event)) };
  };
  return { tab, streams, timers, polls: () => polls, open: () => streams.filter((stream) => stream.open) };
}

test('one stream serves all tabs', () => {
  const { tab, streams, open } = browser();
  const [first, second] = [tab(), tab()];
  streams[0]?.onEvent(balance(1));
  expect(open()).toHaveLength(1);
  expect(first.received).toEqual([balance(1)]);
  expect(second.received).toEqual([balance(1)]);
});

test('when the leading tab closes, the next one opens the stream', async () => {
  const { tab, streams, open } = browser();
  const [first, second] = [tab(), tab()];
  first.live.close();
  await Promise.resolve();
  await Promise.resolve();
  expect(streams).toHaveLength(2);
  expect(open()).toHaveLength(1);
  streams[1]?.onEvent(balance(2));
  expect(first.received).toEqual([]);
  expect(second.received).toEqual([balance(2)]);
});

test('after a lost stream the balance is polled with growing pauses, reset by the next event', () => {
  const { tab, streams, timers, polls } = browser();
  tab();
  const waits: number[] = [];
  for (let lost = 0; lost < 8; lost += 1) {
    streams.at(-1)?.onLost();
    const timer = timers.pop();
    waits.push(timer?.milliseconds ?? 0);
    timer?.act();
  }
  expect(polls()).toBe(8);
  expect(waits.slice(0, 3)).toEqual([FIRST_RETRY_MS, FIRST_RETRY_MS * 2, FIRST_RETRY_MS * 4]);
  expect(waits.at(-1)).toBe(LAST_RETRY_MS);
  streams.at(-1)?.onEvent(balance(1));
  streams.at(-1)?.onLost();
  expect(timers.pop()?.milliseconds).toBe(FIRST_RETRY_MS);
});

test('a closed tab neither receives events nor reconnects', () => {
  const { tab, streams, timers } = browser();
  const only = tab();
  streams[0]?.onLost();
  only.live.close();
  expect(timers).toHaveLength(0);
});

test.each([
  null,
  'balance',
  {},
  { type: 'other' },
  { type: 'toString' },
  { type: 'balance' },
  { type: 'balance', sumBalance: 1, version: 1 },
  { type: 'inbox', unread: '1' },
  { type: 'deposit', depositId: 'd' },
])('%j is not an event', (value) => {
  expect(isMemberEvent(value)).toBe(false);
});
