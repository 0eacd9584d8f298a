import { expect, test } from 'vitest';
import { type Channel, createChannel } from './channel.ts';

/** Two channel ends whose messages are passed as JSON, as between processes. */
function pair(answers: Parameters<typeof createChannel>[1], deadlineMs?: number): [near: Channel, far: Channel] {
  const ends: Channel[] = [];
  const sendTo = (end: number) => (message: unknown) => void setImmediate(() => ends[end]?.receive(JSON.parse(JSON.stringify(message))));
  ends.push(createChannel(sendTo(1), {}, deadlineMs), createChannel(sendTo(0), answers, deadlineMs));
  return ends as [Channel, Channel];
}

test('an answer reaches its own request, in any order of answers', async () => {
  let answerSlow = (_text: string) => {};
  const [near] = pair({
    slow: () => new Promise((resolve) => (answerSlow = resolve)),
    double: (value: number) => value * 2,
    fail: () => Promise.reject(new Error('no')),
  });
  const slow = near.request('slow');
  expect(await near.request('double', 21)).toBe(42);
  answerSlow('late');
  expect(await slow).toBe('late');
  await expect(near.request('fail')).rejects.toThrow('no');
  await expect(near.request('unknown')).rejects.toThrow('no answer to "unknown"');
});

test('waiting requests fail when the other process ends or does not answer', async () => {
  const [near] = pair({ never: () => new Promise(() => undefined) });
  const waiting = near.request('never');
  near.close();
  await expect(waiting).rejects.toThrow('has ended');
  const [impatient] = pair({ never: () => new Promise(() => undefined) }, 1);
  await expect(impatient.request('never')).rejects.toThrow('in time');
});
