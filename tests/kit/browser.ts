import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** Used where the packaged browser, a build for Linux on x64, does not run. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const PACKAGED_RUNS = process.platform === 'linux' && process.arch === 'x64';
/** Prevents requests of Chromium to external hosts at every start. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Decoding and painting pictures takes a quarter of the time of most browser tests. Only the last of such arguments counts, so
 * this one repeats the driver's settings for a mouse, which hover needs.
 */
const NO_PICTURES =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,imagesEnabled=false';
/** Text as wide as on phones and macOS: hinting rounds each letter to whole pixels. */
const NO_HINTING = '--font-render-hinting=none';
const withoutPictures = new WeakSet<Browser>();

export interface BrowserOptions {
  /** True for tests about pictures: their positions, hosts, or content security policy. */
  readonly pictures?: boolean;
  /** True for tests about the widths of fonts. */
  readonly unhinted?: boolean;
  /** Uses an installed browser even where the packaged one runs. */
  readonly installed?: boolean;
}

/** Running browsers by launch arguments: a start takes as long as a small test. */
const running = new Map<string, Promise<Browser>>();

/**
 * The Chromium inside an npm package: the same version on every machine, and headless, which halves the drawing of most tests.
 * Falls back to an installed browser. Each worker starts it once and shares it between test files; `close` closes only the
 * windows opened through the returned object.
 */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { pictures = true, unhinted = false, installed: wanted = !PACKAGED_RUNS } = options;
  const installed = wanted ? INSTALLED.find((path) => existsSync(path)) : undefined;
  const args = [...QUIET, ...(pictures ? [] : [NO_PICTURES]), ...(unhinted ? [NO_HINTING] : [])];
  const key = `${installed} ${args.join(' ')}`;
  const known = running.get(key);
  if (known && (await known.then((browser) => browser.isConnected()).catch(() => false))) return share(await known, pictures);
  const started = installed ? chromium.launch({ executablePath: installed, args }) : launchPackaged(args);
  running.set(key, started);
  return share(await started, pictures);
}

function share(browser: Browser, pictures: boolean): Browser {
  const opened: BrowserContext[] = [];
  const shared = new Proxy(browser, {
    get(target, name) {
      if (name === 'close') return async () => void (await Promise.all(opened.map((context) => context.close())));
      if (name === 'newContext')
        return async (...options: Parameters<Browser['newContext']>) => {
          const context = await target.newContext(...options);
          opened.push(context);
          return context;
        };
      const part: unknown = Reflect.get(target, name);
      return typeof part === 'function' ? part.bind(target) : part;
    },
  });
  if (!pictures) withoutPictures.add(shared);
  return shared;
}

export function showsPictures(browser: Browser): boolean {
  return !withoutPictures.has(browser);
}

async function launchPackaged(args: readonly string[]): Promise<Browser> {
  const home = join(process.cwd(), 'node_modules/.cache/chromium');
  if (!existsSync(home)) await unpackOnce(home);
  const executablePath = join(home, 'chromium');
  // In the C locale of many CI machines its language would be "en-US@posix", which no real browser sends.
  const language = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en_US' };
  const env = { ...process.env, ...language, LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') };
  return chromium.launch({ executablePath, args: [...args, '--no-zygote'], env });
}

/** Several test files may get here at the same time: each unpacks into its own folder, and the first to finish moves it into place. */
async function unpackOnce(home: string): Promise<void> {
  const own = `${home}-${process.pid}-${randomUUID()}`;
  mkdirSync(own, { recursive: true });
  await unpack(own);
  writeFileSync(join(own, 'fonts.conf'), fontConfiguration(home));
  try {
    renameSync(own, home);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** The package's own configuration expects fonts in fixed places; without any font the browser crashes on a page. */
function fontConfiguration(home: string): string {
  const folders = [join(home, 'fonts/fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`).join('');
  return `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${join(home, 'fonts-cache')}</cachedir></fontconfig>`;
}

/**
 * The package unpacks into the temporary folder, and adds the system libraries that a minimal machine lacks only when it detects
 * its cloud platform; it reads both from the environment at that moment.
 */
async function unpack(home: string): Promise<void> {
  const before = {
    TMPDIR: process.env.TMPDIR,
    AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV,
    LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
  };
  Object.assign(process.env, { TMPDIR: home, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
