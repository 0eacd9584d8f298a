import { expect, test } from 'vitest';
import { firstViewFiles } from '../bench/sizes.ts';
import { MAX_FIRST_VIEW_SCRIPTS } from '../kit/first-view.ts';
import { openWindow, SCREENS, type Screen } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();

test.each(Object.keys(SCREENS) as Screen[])('the first view of a visitor on a %s loads the scripts of the budget only', async (screen) => {
  const window = await openWindow(stage.browser, { screen, url: stage.service.url });
  const loaded: string[] = [];
  window.page.on('request', (request) => void (request.resourceType() === 'script' && loaded.push(new URL(request.url()).pathname)));
  await window.page.goto('/index', { waitUntil: 'networkidle' });
  const known = new Set(firstViewFiles());
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.length).toBeLessThanOrEqual(MAX_FIRST_VIEW_SCRIPTS);
  expect(loaded.filter((path) => !known.has(path.slice(1)))).toEqual([]);
  await window.close();
});

test.each(['/rng', '/login'])('a visitor who only looks at %s on a phone loads no React', async (path) => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url });
  const loaded: string[] = [];
  window.page.on('request', (request) => void (request.resourceType() === 'script' && loaded.push(new URL(request.url()).pathname)));
  await window.page.goto(path, { waitUntil: 'networkidle' });
  expect(loaded.length).toBeGreaterThan(1);
  expect(loaded.length).toBeLessThanOrEqual(MAX_FIRST_VIEW_SCRIPTS);
  expect(loaded.filter((script) => /\/(react|kit|island)-/.test(script))).toEqual([]);
  await window.close();
});
