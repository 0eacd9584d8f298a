import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STUDIO_GAMES, STUDIO_VENDORS } from '../shared/games/games.ts';

test('the documentation lists every built-in vendor with its category, number of games and types', () => {
  const lines = STUDIO_VENDORS.map(({ code, name, category }) => {
    const games = STUDIO_GAMES.filter(({ vassalage }) => vassalage === code);
    const types = [...new Set(games.map(({ gameType }) => `\`${gameType}\``))].sort();
    return `| \`${code}\` | ${name} | \`${category}\` | ${games.length} | ${types.join(', ')} |`;
  });
  const [, section = ''] = readFileSync('docs/vendors/connect.md', 'utf8').split('## Built-in games\n');
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(lines);
});
