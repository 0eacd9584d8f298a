import { expect, test } from 'vitest';
import type { LobbyView } from '../../../shared/games/rooms/protocol.ts';
import { type Failure, StudioFailure } from '../lib/api.ts';
import { readEvents } from './event-stream.ts';
import { followRoom } from './follow-room.ts';

function streamOf(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

const lobby = (players: number): string => JSON.stringify({ kind: 'lobby', now: '', levels: [{ players }], last: null });

test('events are read across chunk borders, and comments are ignored', async () => {
  const events = [];
  for await (const event of readEvents(streamOf('retry: 1\n\n: \n\nid: a\nda', 'ta: {"x":1}\n', '\nid: b\ndata: 2\n\ndata: lost')))
    events.push(event);
  expect(events).toEqual([
    { id: 'a', data: '{"x":1}' },
    { id: 'b', data: '2' },
  ]);
});

test('a broken stream is reopened after the last received event, and ends when the seat has moved to another page', async () => {
  const requested: string[] = [];
  const notices: string[] = [];
  const answers = [
    () => streamOf(`id: one\ndata: ${lobby(1)}\n\n`),
    () => {
      throw new StudioFailure('offline');
    },
    () => streamOf(`id: two\ndata: ${lobby(2)}\n\nid: three\ndata: {"kind":"elsewhere"}\n\n`),
  ];
  const roomStream = async (last: string) => {
    requested.push(last);
    return answers[requested.length - 1]?.() ?? streamOf();
  };
  await followRoom(
    { roomStream },
    {
      seen: (view) => notices.push(view.kind === 'lobby' ? `players ${(view as LobbyView).levels[0]?.players}` : view.kind),
      lost: (on) => notices.push(on ? 'lost' : 'there'),
      ended: (code) => notices.push(code),
    },
    async () => {},
  );
  expect(requested).toEqual(['', 'one', 'one']);
  expect(notices).toEqual(['there', 'players 1', 'lost', 'lost', 'there', 'players 2', 'elsewhere', 'seat_elsewhere']);
});

test('with too many streams it retries a few times without reporting a lost connection, then fails', async () => {
  const notices: string[] = [];
  let tries = 0;
  const roomStream = async () => {
    tries += 1;
    throw new StudioFailure('too_many_streams');
  };
  const lost = () => void notices.push('lost');
  await followRoom({ roomStream }, { seen: () => {}, lost, ended: (end) => notices.push(end) }, async () => {});
  expect([tries, notices]).toEqual([3, ['too_many_streams']]);
});

test.each<Failure>(['session_expired', 'player_blocked'])('after %s the stream is not requested again', async (code) => {
  const notices: string[] = [];
  const roomStream = async () => {
    throw new StudioFailure(code);
  };
  await followRoom({ roomStream }, { seen: () => {}, lost: () => {}, ended: (end) => notices.push(end) }, async () => {});
  expect(notices).toEqual([code]);
});
