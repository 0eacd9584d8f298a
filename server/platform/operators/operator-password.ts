import { isCommonPassword } from '../../../shared/rules/common-passwords.ts';

export const OPERATOR_PASSWORD_MIN = 12;
const MIN_DISTINCT = 3;
/** A shorter piece of a sequence may occur by chance. */
const MIN_RUN = 3;
/** Neighbours on a keyboard, in rows and columns, and the digits across zero. */
const NEIGHBOURS = 'qwertyuiop asdfghjkl zxcvbnm 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 90'.split(' ');

/** True for an easily guessed password: common, of one or two characters, made of sequences, or with the operator's name. */
export function isWeakPassword(password: string, name: string): boolean {
  const folded = password.toLowerCase();
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return (
    isCommonPassword(folded, name) ||
    isCommonPassword(core, name) ||
    new Set(folded).size < MIN_DISTINCT ||
    isMadeOfRuns(folded) ||
    (name !== '' && lettersAndDigits(folded).includes(lettersAndDigits(name.toLowerCase())))
  );
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Every character belongs to a run: repeated, in order of the alphabet or the digits, or next to each other on a keyboard. */
function isMadeOfRuns(text: string): boolean {
  const characters = [...text];
  let length = 1;
  let direction = '';
  for (let index = 1; index < characters.length; index++) {
    const next = directionOf(characters[index - 1] ?? '', characters[index] ?? '');
    if (next !== '' && (length === 1 || next === direction)) length++;
    else if (length < MIN_RUN) return false;
    else length = 1;
    direction = next;
  }
  return length >= MIN_RUN;
}

function directionOf(first: string, second: string): string {
  const step = (second.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0);
  if (step === 0) return 'same';
  if (step === 1 || isNext(first, second)) return 'up';
  return step === -1 || isNext(second, first) ? 'down' : '';
}

function isNext(first: string, second: string): boolean {
  return NEIGHBOURS.some((row) => row.includes(first + second));
}
