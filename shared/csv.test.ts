import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of a file', () => {
  it.each([
    ['plain cells', ['a', 'b c'], 'a,b c\r\n'],
    ['figures as figures, also below zero', ['-4.5000', '12', '0.1'], '-4.5000,12,0.1\r\n'],
    ['quotes, separators and line ends', ['say "hi"', 'a,b', 'a\nb', 'a;b'], '"say ""hi""","a,b","a\nb","a;b"\r\n'],
    ['nothing', ['', ''], ',\r\n'],
  ])('%s', (_name, cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")', '-cmd', '--1'])('%j is not a formula', (text) => {
    expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
  });
});
