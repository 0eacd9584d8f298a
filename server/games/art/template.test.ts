import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EMBLEMS } from '../../../shared/games/catalogue.ts';
import { palette } from './palette.ts';
import { WORLDS } from './slot/themes.ts';
import { template } from './template.ts';

const colours = palette({ hue: 200, accent: 20, second: 60, metal: 'gold', drift: 30 });
const picture = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">\n${body}\n</svg>\n`;

describe('a picture from a file', () => {
  test('has no root, line breaks or indentation, and the colours and parts of a drawing', () => {
    const draw = template(picture('  <g>\n    <path fill="{accent.2}"/>\n  </g>\n  <path fill="{ink}" d="{shape}"/>'));
    expect(draw(colours, { shape: 'M0 0' })).toBe(`<g><path fill="${colours.accent[2]}"/></g><path fill="${colours.ink}" d="M0 0"/>`);
  });

  test.each(['{shape}', '{accent}', '{accent.5}', '{other.1}'])('with %s, which it does not get, is refused', (name) => {
    expect(() => template(picture(`<path d="${name}"/>`))(colours)).toThrow();
  });

  test('without a root is refused', () => {
    expect(() => template('<path/>')).toThrow('no picture');
  });
});

test('every file is drawn', () => {
  const code = [
    'emblems.ts',
    'motifs.ts',
    'slot/picture.ts',
    ...readdirSync('server/games/art/slot/worlds').map((file) => `slot/worlds/${file}`),
  ]
    .map((file) => readFileSync(`server/games/art/${file}`, 'utf8'))
    .join('');
  const named = (folder: string, known: readonly string[]) =>
    readdirSync(`server/games/art/${folder}`)
      .map((file) => file.replace('.svg', ''))
      .filter((name) => !known.includes(name) && !code.includes(`'${name}'`) && !/^gem-/.test(name));
  expect([named('emblems', EMBLEMS), named('motifs', []), named('backdrops', [])]).toEqual([[], [], []]);
  expect([named('slot/pictures', []), named('slot/scenes', Object.keys(WORLDS))]).toEqual([[], []]);
});
