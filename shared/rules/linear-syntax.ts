/** White space of JavaScript, as the content of a class; the linear engine's own `\s` covers only ASCII. */
const SPACE = '\\t\\n\\x{b}\\x{c}\\r\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
/** The complement of `SPACE`. */
const NOT_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const ANY_BUT_LINE_ENDS = '[^\\n\\r\\x{2028}\\x{2029}]';

/** Long names of general categories; the linear engine knows only the short ones. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Symbol: 'S',
  Separator: 'Z',
};

/** One piece of a pattern: an escape sequence or one character. */
const PIECES =
  /\\u\{(?<point>[0-9A-Fa-f]+)\}|\\u(?<high>[dD][89abAB][0-9A-Fa-f]{2})\\u(?<low>[dD][c-fC-F][0-9A-Fa-f]{2})|\\u(?<unit>[0-9A-Fa-f]{4})|\\x(?<byte>[0-9A-Fa-f]{2})|\\c(?<control>[A-Za-z])|\\(?<sign>[pP])\{(?<property>[^}]*)\}|\\(?<letter>[\s\S])|(?<plain>[\s\S])/gu;
type Piece = Readonly<Partial<Record<string, string>>>;

const EMPTY_CLASS = /^\[\^?\]/;

/** Escapes with the same meaning in both engines. */
const SAME = /^[dDwWnrt^$\\.*+?()[\]{}|/-]$/;

/**
 * Translates a JavaScript pattern (with the `u` flag) to the syntax of the linear engine. Throws if there is no
 * equivalent. Features unknown to the engine, such as a lookahead in the middle, pass and are refused by the engine.
 */
export function toLinearSyntax(source: string): string {
  let inClass = false;
  let out = '';
  for (const { groups, index } of source.matchAll(PIECES)) {
    const piece: Piece = groups ?? {};
    const { plain } = piece;
    if (plain === undefined) {
      out += escapeOf(piece, inClass);
      continue;
    }
    out += plainOf(plain, inClass);
    if (plain === '[') {
      // The linear engine would read the closing bracket as the first member of the class.
      if (!inClass && EMPTY_CLASS.test(source.slice(index))) throw new SyntaxError('a class of nothing or everything');
      inClass = true;
    } else if (plain === ']') inClass = false;
  }
  return out;
}

function plainOf(plain: string, inClass: boolean): string {
  if (inClass) return plain === '[' ? '\\[' : plain;
  return plain === '.' ? ANY_BUT_LINE_ENDS : plain;
}

function escapeOf(piece: Piece, inClass: boolean): string {
  const { high, low, control, sign, property, letter: escapeLetter } = piece;
  const code = piece.point ?? piece.unit ?? piece.byte;
  if (code !== undefined) return codePoint(Number.parseInt(code, 16));
  if (high !== undefined && low !== undefined)
    return codePoint(0x10000 + ((Number.parseInt(high, 16) & 0x3ff) << 10) + (Number.parseInt(low, 16) & 0x3ff));
  if (control !== undefined) return codePoint(control.charCodeAt(0) & 0x1f);
  if (sign !== undefined && property !== undefined) return `\\${sign}{${propertyName(property)}}`;
  return letterEscape(escapeLetter ?? '', inClass);
}

function letterEscape(escapeLetter: string, inClass: boolean): string {
  if (escapeLetter === 's') return inClass ? SPACE : `[${SPACE}]`;
  if (escapeLetter === 'S') return inClass ? NOT_SPACE : `[${NOT_SPACE}]`;
  if (escapeLetter === 'v') return codePoint(0xb);
  if (escapeLetter === 'f') return codePoint(0xc);
  if (escapeLetter === '0') return codePoint(0);
  if (escapeLetter === 'b') return inClass ? codePoint(8) : '\\b';
  if (escapeLetter === 'B') return '\\B';
  if (SAME.test(escapeLetter)) return `\\${escapeLetter}`;
  throw new SyntaxError(`no linear way to match \\${escapeLetter}`);
}

function codePoint(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) throw new SyntaxError('half a character');
  return `\\x{${code.toString(16)}}`;
}

/** Scripts and general categories; other properties differ between the engines. */
function propertyName(property: string): string {
  const [, script] = /^(?:Script|sc)=(\w+)$/.exec(property) ?? [];
  if (script) return script;
  const name = property.replace(/^(?:General_Category|gc)=/, '');
  const category = CATEGORIES[name] ?? name;
  if (!/^[CLMNPSZ][a-z]?$/.test(category)) throw new SyntaxError(`no linear way to match \\p{${property}}`);
  return category;
}
