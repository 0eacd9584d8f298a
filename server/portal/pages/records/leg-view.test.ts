import { expect, test } from 'vitest';
import type { SlipLeg } from '../../../../shared/seamless/slips.ts';
import { legView } from './leg-view.ts';

const t = (key: string, values: Readonly<Record<string, unknown>> = {}) => [key, ...Object.values(values)].join(' ').trim();
const leg: SlipLeg = {
  eventId: 'e',
  league: 'Cup',
  home: 'Skerry',
  away: 'Fenwold',
  market: 'winner',
  line: null,
  pick: 'home',
  odds: '2.35',
  state: 'won',
  score: { home: 2, away: 1 },
};

test('a leg names the match, the pick and its odds, and the result', () => {
  expect(legView(leg, t)).toEqual({
    eventId: 'e',
    match: 'Skerry – Fenwold',
    league: 'Cup',
    market: 'records.market_winner',
    pick: 'Skerry',
    odds: '2.35',
    state: 'won',
    score: '2:1',
  });
  expect(legView({ ...leg, state: 'open', score: null }, t).score).toBe('');
});

test.each([
  ['handicap', '-1.5', 'home', 'Skerry -1.5'],
  ['handicap', '-1.5', 'away', 'Fenwold +1.5'],
  ['handicap', '+0.5', 'away', 'Fenwold -0.5'],
  ['total_goals', '2.5', 'over', 'records.pick_over 2.5'],
  ['next_goal', '3', 'none', 'records.pick_none 3'],
  ['winner', null, 'draw', 'records.pick_draw'],
  ['map', '2', 'away', 'Fenwold'],
] as const)('%s %s %s is "%s"', (market, line, pick, text) => {
  expect(legView({ ...leg, market, line, pick }, t).pick).toBe(text);
});
