import { expect, test, vi } from 'vitest';
import { readStream } from './read-stream.ts';

const stream = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

test('events are assembled from chunks of any size; heartbeats carry no event but count as data', async () => {
  const [onChunk, dispatch] = [vi.fn(), vi.fn()];
  await readStream(
    stream('event: table\nda', 'ta: {"now":1}\n\n: still here\n\nevent: round\ndata: {"a"', ':"é"}\n\nevent: cut'),
    onChunk,
    dispatch,
  );
  expect(dispatch.mock.calls).toEqual([
    ['table', { now: 1 }],
    ['round', { a: 'é' }],
  ]);
  expect(onChunk).toHaveBeenCalledTimes(3);
});
