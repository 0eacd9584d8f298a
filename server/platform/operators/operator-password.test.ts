import { expect, it } from 'vitest';
import { isWeakPassword } from './operator-password.ts';

const refused = {
  'one or two characters': ['aaaaaaaaaaaa', 'abababababab', 'AaAaAaAaAaAa', '1111111111112'],
  'a common password': ['password1234', 'Administrator', 'password2026!', '!!welcome!!!!', 'qwertyuiop!!!!'],
  'a sequence': [
    '123456789012',
    'abcdefghijkl',
    'lkjihgfedcba',
    '098765432109',
    'abcdef123456',
    '123qweasdzxc',
    '1qaz2wsx3edc',
    'aaabbbcccddd',
  ],
  "the operator's name": ['quay.two-2026-x', 'my-QUAY.TWO-key', 'quaytwo#98431'],
};
const accepted = ['harbour-lights-77', 'quiet-water-2026', 'first-password-1', 'Vb0m-_q2XkT9sLfe', 'lantern 4 quays', 'abc-lantern-1234'];

it.each(Object.entries(refused))('refuses %s', (_rule, passwords) => {
  expect(passwords.filter((password) => !isWeakPassword(password, 'quay.two'))).toEqual([]);
});

it('accepts a password that is hard to guess', () => {
  expect(accepted.filter((password) => isWeakPassword(password, 'quay.two'))).toEqual([]);
});
