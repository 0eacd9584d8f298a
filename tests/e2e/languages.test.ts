import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { languageOf } from '../../shared/i18n/languages.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectNoSidewaysScroll, hydrateIslands, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

/** Texts of the shell; names of games and people come from the platform. */
const AREAS = ['lobby', 'header', 'auth', 'common', 'wallet', 'studio'];
const stage = openStage({ pictures: false });

describe.each(['CN', 'JA', 'TH', 'VI', 'ID'])('in %s', (code) => {
  const english = textsThatDiffer(code);

  test('every page uses the language, keeps it, and fits a phone', async () => {
    const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url, language: code });
    const { page } = window;
    for (const path of ['/index', '/login', '/register', '/rng?page=NOVA', '/game?gameId=NOVA_COMET_DICE', '/help/terms', '/no-such-page'])
      await expectSpoken(page, path);
    await enter(window, DEMO.member);
    for (const path of ['/member/depositv2', '/member/personalHistoryCopy', '/member/securityCenter', '/game?gameId=NOVA_GEM_CASCADE'])
      await expectSpoken(page, path);
    const frame = page.frameLocator('iframe');
    await frame.locator('button.action:not([aria-disabled="true"])').waitFor();
    expect(await frame.locator('html').getAttribute('lang')).toBe(languageOf(code).tag);
    expect(englishIn(await frame.locator('body').evaluate(visibleTexts))).toEqual([]);
    expect(await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBeLessThanOrEqual(0);
    expect(window.problems.filter((problem) => !problem.includes('no-such-page'))).toEqual([]);
    await window.close();
  });

  async function expectSpoken(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await page.evaluate(hydrateIslands);
    expect(await page.locator('html').getAttribute('lang'), path).toBe(languageOf(code).tag);
    expect(englishIn(await page.locator('body').evaluate(visibleTexts)), path).toEqual([]);
    expect(english.has((await page.title()).split(' · ')[0] ?? ''), path).toBe(false);
    await expectNoSidewaysScroll(page);
  }

  function englishIn(texts: readonly string[]): string[] {
    return texts.filter((text) => english.has(text));
  }
});

test.each([
  ['ja-JP,ja;q=0.9,en;q=0.5', 'ja'],
  ['fr-FR,fr;q=0.9,vi;q=0.4', 'vi'],
  ['zh-CN,zh;q=0.9', 'zh-Hans'],
  ['th', 'th'],
  ['id-ID', 'id'],
  ['xx, *;q=0.1', 'en'],
])('a browser that prefers %s is shown %s', async (accepted, tag) => {
  const answer = await fetch(`${stage.service.url}/index`, { headers: { 'accept-language': accepted } });
  expect(await answer.text()).toContain(`<html lang="${tag}"`);
});

/** English texts on a page that differ in the language. */
function textsThatDiffer(code: string): ReadonlySet<string> {
  const pairs = AREAS.flatMap((area) => {
    const [english, own] = [texts('EN', area), texts(code, area)];
    return Object.entries(english).flatMap(([key, text]) => (own[key] === text || text.includes('{{') ? [] : [text]));
  });
  const own = new Set(AREAS.flatMap((area) => Object.values(texts(code, area))));
  return new Set(pairs.filter((text) => !own.has(text)));
}

function texts(code: string, area: string): Record<string, string> {
  return JSON.parse(readFileSync(`shared/i18n/locales/${code}/${area}.json`, 'utf8')) as Record<string, string>;
}

/** Runs in the page: visible text nodes and accessible labels. */
function visibleTexts(body: Element): string[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('script,style,template,noscript,[data-context]:empty')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const found: string[] = [];
  while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim() ?? '');
  for (const element of body.querySelectorAll('[aria-label],[title],[placeholder],[alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name)?.trim() ?? '');
  return found.filter((text) => text !== '');
}
