import { expect, it } from 'vitest';
import { EMPTY_LOG, fromLatest, withAnswer, withOwn } from './chat-log.ts';

const message = (id: string, deleted = false) => ({
  id,
  account: 'de•••01',
  text: deleted ? '' : `text ${id}`,
  at: '2026-11-20T08:00:00.000Z',
  deleted,
});
const answer = (ids: readonly string[], removed: readonly string[] = []) => ({
  messages: ids.map((id) => message(id)),
  removed: [...removed],
  open: true,
});
const ids = (log: typeof EMPTY_LOG) => log.messages.map(({ id }) => id);

it('contains each message once, also when ids gain a digit', () => {
  const log = withAnswer(withAnswer(EMPTY_LOG, answer(['8', '9'])), answer(['9', '10', '11']));
  expect(ids(log)).toEqual(['8', '9', '10', '11']);
  expect(log.cursor).toBe('11');
});

it('does not skip messages written before an own message', () => {
  const log = withOwn(withAnswer(EMPTY_LOG, answer(['1'])), message('3'));
  expect(log.cursor).toBe('1');
  expect(ids(withAnswer(log, answer(['2', '3'])))).toEqual(['1', '2', '3']);
  expect([...log.own]).toEqual(['3']);
});

it('removes the text of deleted messages, also of those already read', () => {
  const log = withAnswer(withAnswer(EMPTY_LOG, answer(['1', '2'])), answer([], ['1']));
  expect(log.messages.map(({ text, deleted }) => [text, deleted])).toEqual([
    ['', true],
    ['text 2', false],
  ]);
  expect(log.cursor).toBe('2');
});

it('reloads from the end and keeps its own messages', () => {
  const away = fromLatest(withOwn(withAnswer(EMPTY_LOG, answer(['1'])), message('9')));
  expect({ ids: ids(away), cursor: away.cursor }).toEqual({ ids: ['1', '9'], cursor: null });
  expect(ids(withAnswer(away, answer(['7', '8'])))).toEqual(['7', '8', '9']);
  expect(ids(withAnswer(away, answer(['8', '9', '10'])))).toEqual(['8', '9', '10']);
});

it('is limited in size', () => {
  const many = Array.from({ length: 400 }, (_, index) => String(index));
  expect(ids(withAnswer(EMPTY_LOG, answer(many)))).toHaveLength(300);
});
