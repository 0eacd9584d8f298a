import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../server/portal/pages/routes.ts';
import { LANGUAGES } from '../../shared/i18n/languages.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { HELP_PAGES } from '../../views/components/own-pages.ts';
import { testFolder } from '../kit/database.ts';
import { type DocumentedMerchant, startDocumentedMerchant } from '../kit/documented-merchant.ts';
import { enterConsole, formKeyIn } from '../kit/operator-browser.ts';
import { killRunning, type Service } from '../kit/service.ts';

/** Words of the demo in each language: demo, play money, trial, example, simulated, invented. "Demote" is another word. */
const DEMO_WORDS: Readonly<Record<string, RegExp>> = {
  EN: /\b(?:demo(?!t)\w*|play money|trial account|simulat\w+|invented|example text|Lagoon(?![ _]Lights))\b/gi,
  CN: /演示|试玩|游戏币|虚拟币|模拟|虚构|Lagoon(?![ _]Lights)/g,
  JA: /デモ|プレイマネー|トライアル|模擬|シミュレーション|架空|Lagoon(?![ _]Lights)/g,
  TH: /สาธิต|เงินเล่น|เงินสมมติ|บัญชีทดลอง|จำลอง|สมมติ|Lagoon(?![ _]Lights)/g,
  VI: /mô phỏng|chơi thử|tiền ảo|dùng thử|hư cấu|giả định|Lagoon(?![ _]Lights)/gi,
  ID: /\b(?:demo\w*|uang mainan|uang main|akun percobaan|simulasi\w*|rekaan|fiktif|Lagoon(?![ _]Lights))\b/gi,
};

let dir: string;
let merchant: DocumentedMerchant;
let site: Service;

/** The example of the documentation, in every language of the product. */
beforeAll(async () => {
  dir = testFolder();
  merchant = await startDocumentedMerchant(dir, 'lantern', {
    env: { ADDRESS_ALLOW: '127.0.0.1' },
    change: (file) => ({ ...file, languages: ['TH', ...LANGUAGES.map(({ code }) => code).filter((code) => code !== 'TH')] }),
  });
  site = merchant.service;
});
afterAll(async () => {
  const ended = await site?.stop();
  await killRunning();
  rmSync(dir, { recursive: true, force: true });
  expect(ended).toBe(0);
});

let browser: Promise<Awaited<ReturnType<typeof enterConsole>>> | undefined;
/** The operator's browser, signed in once. */
function enterAgain() {
  browser ??= enterConsole(merchant, 'a-long-and-quiet-passphrase');
  return browser;
}

const PAGES = [
  ...[...ROUTES].filter(([, { kind }]) => kind !== 'redirect').map(([path]) => path),
  ...['/login?view=forgot', '/register?tab=mobile', '/no-such-page', '/offline.html', '/manifest.webmanifest', '/help?q=a'],
];

async function read(path: string, language: string): Promise<string> {
  const answer = await fetch(new URL(path, site.url), { headers: { 'accept-language': language }, redirect: 'manual' });
  return answer.text();
}

/** Texts that islands show only where trial accounts are offered, or to one. */
const ONLY_WITH_TRIAL: readonly string[] = [
  ...['lobby.demo', 'games.tryFree', 'games.tryGame', 'header.freeTrial', 'header.trialGame', 'header.trial'],
];

/** The answer to a request for a trial account. */
const ONLY_ABOUT_TRIAL: readonly string[] = ['errors.free_play_closed'];

/** What a page contains for people: its texts, and those that its islands may show. No names of elements, files and styles. */
function content(html: string): string {
  const islandTexts: string[] = [];
  const page = html.replace(/\stexts="([^"]*)"/g, (_whole, texts: string) => {
    const entries = Object.entries(JSON.parse(texts.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Record<string, string>);
    islandTexts.push(...entries.filter(([key]) => !ONLY_WITH_TRIAL.includes(key)).map(([key, text]) => `${key}: ${text}\n`));
    return ' ';
  });
  const shown = page.replaceAll(/<\/?lagoon-island/g, '<').replace(/\s(?:class|href|src|srcset|id|for|name|data-[\w-]+)="[^"]*"/g, ' ');
  return [shown, ...islandTexts].join('\n');
}

describe('a merchant made from its file', () => {
  it.each(LANGUAGES.map(({ code, tag }) => [code, tag]))('shows no word of the demo on any public page in %s', async (code, tag) => {
    const found: Record<string, string> = {};
    for (const path of PAGES) {
      const text = content(await read(path, tag));
      for (const { 0: word, index } of text.matchAll(DEMO_WORDS[code] as RegExp))
        found[text.slice(Math.max(0, index - 60), index + word.length + 40)] = path;
    }
    expect(found).toEqual({});
  });

  it.each(LANGUAGES.map(({ code }) => code))('sends no word of the demo in mails, text messages, its inbox and refusals in %s', (code) => {
    const sent = Object.entries(TEXTS[code] ?? {}).filter(([key]) => /^(?:messages|inbox|errors)\./.test(key));
    expect(sent.length).toBeGreaterThan(100);
    expect(sent.filter(([key, text]) => DEMO_WORDS[code]?.test(text) && !ONLY_ABOUT_TRIAL.includes(key))).toEqual([]);
  });

  it('shows no word of the demo in its console', async () => {
    const browse = await enterAgain();
    const { html } = await browse(`${site.adminUrl}/console`);
    expect(html).toContain('<h1>Overview</h1>');
    const linked = [...html.matchAll(/<a [^>]*href="(\/console[^"#]*)"/g)].map(([, path = '']) => path);
    const pages = new Set([
      ...linked,
      '/console/content?kind=help',
      '/console/content/new?kind=banner',
      '/console/members/add',
      '/console/account',
    ]);
    const found: Record<string, string> = {};
    for (const path of pages) {
      const { html: page } = await browse(site.adminUrl + path);
      expect(page, path).toContain('Lantern console');
      for (const { 0: word, index } of content(page).matchAll(DEMO_WORDS.EN as RegExp))
        found[`${path}: ${word}`] = content(page).slice(index - 40, index + 40);
    }
    expect(pages.size).toBeGreaterThan(18);
    expect(found).toEqual({});
  });

  it('shows a legal text that an operator publishes, next to those of its file', async () => {
    const browse = await enterAgain();
    const { html } = await browse(`${site.adminUrl}/console/content/new?kind=legal`);
    const text = { id: '', kind: 'legal', page: 'refunds', position: '0', from: '', to: '', state: 'published', reason: 'New page' };
    const sent = { ...text, formKey: formKeyIn(html), 'title-EN': 'Refunds', 'body-EN': '<p>Refunds take a week.</p>' };
    expect((await fetch(`${site.url}/help/refunds`)).status).toBe(404);
    expect((await browse(`${site.adminUrl}/console/content/save`, sent)).status).toBe(303);
    await expect.poll(() => read('/help/refunds', 'en')).toContain('Refunds take a week.');
    expect(await read('/index', 'en')).toContain('href="/help/refunds"');
    expect(await read('/help/terms', 'en')).toContain('You are 20 or older');
  });

  it('shows no search, matches, winners or list of providers while it has no games', async () => {
    const home = await read('/index', 'en');
    for (const part of ['name="search-box"', 'data-size="matches"', 'Latest winners', 'Hot matches']) expect(home).not.toContain(part);
    expect(await read('/help/terms', 'en')).not.toMatch(/<h2[^>]*>Providers<\/h2>/);
  });

  it('links the legal texts that it has, and no others', async () => {
    const home = await read('/index', 'en');
    const linked = HELP_PAGES.filter((page) => home.includes(`href="/help/${page}"`));
    expect(linked).toEqual(['contact', 'terms', 'safer-play', 'privacy', 'refunds']);
    for (const page of HELP_PAGES) {
      const { status } = await fetch(`${site.url}/help/${page}`);
      expect(status, page).toBe(linked.includes(page) ? 200 : 404);
    }
    expect(await read('/help/terms', 'en')).toContain('You are 20 or older');
    expect(home).toContain('>20+<');
    expect(home).not.toContain('18+');
  });
});
