import { expect, test } from 'vitest';
import type { EndedHand } from '../../../shared/games/rooms/protocol.ts';
import { TEXTS } from '../../../shared/i18n/locales.ts';
import { translator } from '../../../shared/i18n/translate.ts';
import { resultText } from './result-view.ts';

const voided: EndedHand = {
  handId: 'h1',
  state: 'void',
  winner: null,
  pot: '0.0000',
  rake: '0.0000',
  stake: '1.0000',
  payout: '1.0000',
  paid: true,
  unpaid: false,
  left: [],
  verifyUrl: '',
};
const game = { t: translator(TEXTS.EN ?? {}, 'en'), money: (amount: unknown) => `$${amount}` };

test.each([
  [false, 'The hand was cancelled. Your stake of $1.0000 was returned.'],
  [true, 'Another player could not pay the stake. Your stake of $1.0000 was returned.'],
])('a void hand with an unpaid stake: %s', (unpaid, text) => {
  expect(resultText({ ...voided, unpaid }, 0, game)).toBe(text);
});
