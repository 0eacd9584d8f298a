import { expect, test } from 'vitest';
import { LANGUAGES } from '../../shared/i18n/languages.ts';
import { openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const FONT = '/fonts/language-names.woff2';

test('the list of languages loads the font of their names only when it is open', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url });
  const { page } = window;
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto('/index');
  await page.evaluate(() => document.fonts.ready);
  expect(requestedPaths).not.toContain(FONT);
  const arrived = page.waitForResponse(`**${FONT}`);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Language: / })
    .click();
  expect((await arrived).status()).toBe(200);

  const foreign = [...new Set(LANGUAGES.flatMap(({ name }) => [...name]))].filter((character) => !/\p{Script=Latin}|\s/u.test(character));
  expect(foreign.length).toBeGreaterThan(5);
  // A character missing in the font has the width of the fallback font.
  const missing = await page.evaluate(async (characters) => {
    const namesFont = '600 40px "Language Names"';
    await document.fonts.load(namesFont, characters.join(''));
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return ['no canvas'];
    const drawn = (font: string, character: string) => {
      context.font = font;
      context.canvas.width = 60;
      context.font = font;
      context.fillText(character, 5, 45);
      return context.canvas.toDataURL();
    };
    return characters.filter((character) => drawn(`${namesFont}, monospace`, character) === drawn('600 40px monospace', character));
  }, foreign);
  expect(missing).toEqual([]);
  expect(window.problems).toEqual([]);
  await window.close();
});
