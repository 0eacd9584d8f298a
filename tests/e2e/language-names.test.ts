import { expect, test } from 'vitest';
import { LANGUAGES } from '../../shared/i18n/languages.ts';
import { openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const FONT = '/fonts/language-names.woff2';

test('the list of languages loads the font of their names only when it is open', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/index');
  await page.evaluate(() => document.fonts.ready);
  expect(asked).not.toContain(FONT);
  const arrived = page.waitForResponse(`**${FONT}`);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Language: / })
    .click();
  expect((await arrived).status()).toBe(200);

  const foreign = [...new Set(LANGUAGES.flatMap(({ name }) => [...name]))].filter((letter) => !/\p{Script=Latin}|\s/u.test(letter));
  expect(foreign.length).toBeGreaterThan(5);
  // A character missing in the font has the width of the fallback font.
  const missing = await page.evaluate(async (letters) => {
    const face = '600 40px "Language Names"';
    await document.fonts.load(face, letters.join(''));
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return ['no canvas'];
    const drawn = (font: string, letter: string) => {
      context.font = font;
      context.canvas.width = 60;
      context.font = font;
      context.fillText(letter, 5, 45);
      return context.canvas.toDataURL();
    };
    return letters.filter((letter) => drawn(`${face}, monospace`, letter) === drawn('600 40px monospace', letter));
  }, foreign);
  expect(missing).toEqual([]);
  expect(window.problems).toEqual([]);
  await window.close();
});
