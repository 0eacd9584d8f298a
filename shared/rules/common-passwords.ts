import { WEAK_DEFAULT_PASSWORD } from '../constants.ts';

/** The most common passwords, lower case, in the lengths that a merchant may allow. */
const COMMON: ReadonlySet<string> = new Set(
  `${WEAK_DEFAULT_PASSWORD} 12345678 123456789 1234567890 123123123 1234512345 11223344 12344321 123454321 87654321 987654321 0987654321
  qwerty qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwer1234 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 asdfghjk asdfghjkl
  asdf1234 zxcvbnm zxcvbnm1 zxcvbnm123 password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pass1234
  passwort letmein letmein1 welcome welcome1 welcome123 iloveyou iloveyou1 ilovegod sunshine sunshine1 princess princess1 football
  football1 baseball baseball1 basketball superman superman1 batman123 starwars trustno1 whatever dragon123 monkey123 master123
  shadow123 michael1 jennifer jordan23 hello123 abc12345 abcd1234 abcdefgh a1b2c3d4 a1234567 a12345678 aa123456 aa12345678 admin123
  admin1234 administrator changeme changeme1 computer internet samsung1 google123 secret123 test1234 testtest master12 lovely123
  freedom1 charlie1 daniel123 qazwsxedc 1qazxsw2 zaq12wsx 147258369 741852963 159753456 789456123 456789123 321321321 789789789
  casino123 casino777 lucky777 lucky123 jackpot1 jackpot777 poker123 77777777 88888888 66666666 99999999 00000000 11111111`
    .split(/\s+/)
    .filter(Boolean),
);

/** True for an easily guessed password: on the list, one repeated character, a sequence, or the user's own name. */
export function isCommonPassword(password: string, username: string): boolean {
  const folded = password.toLowerCase();
  return COMMON.has(folded) || isRun(folded) || (username !== '' && folded === username.toLowerCase());
}

/** One repeated character, or characters that increase or decrease by one. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step);
}
