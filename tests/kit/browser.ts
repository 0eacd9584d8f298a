import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** Where the packaged one, a build for Linux on x64, does not run. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const PACKAGED_RUNS = process.platform === 'linux' && process.arch === 'x64';
/** Without these Chromium looks for hosts beyond loopback at every start. */
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
 * Decoding and painting pictures takes a quarter of the time of most browser tests. The last of such arguments counts:
 * this one repeats what the driver sets for a mouse, without which nothing can be hovered.
 */
const NO_PICTURES =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,imagesEnabled=false';
const withoutPictures = new WeakSet<Browser>();

export interface BrowserOptions {
  /** False where a test asks nothing of pictures: their places, their hosts, the policy that lets them in. */
  readonly pictures?: boolean;
  /** Takes a browser of this machine even where the packaged one runs. */
  readonly installed?: boolean;
}

/** Browsers that run already, by the arguments that they were started with: starting one takes as long as a small test. */
const running = new Map<string, Promise<Browser>>();

/**
 * The Chromium inside an npm package: the same on every machine, and without a window system of its own, whose drawing
 * would double the work of most tests. Where it does not run, the one of this machine. It is started once for all files
 * of a worker and ends with it; `close` closes the windows that were opened through what is answered here.
 */
export async function launchBrowser({ pictures = true, installed: wanted = !PACKAGED_RUNS }: BrowserOptions = {}): Promise<Browser> {
  const installed = wanted ? INSTALLED.find((path) => existsSync(path)) : undefined;
  const args = pictures ? QUIET : [...QUIET, NO_PICTURES];
  const key = `${installed} ${pictures}`;
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
  // In the C locale of many a machine for checks its language would be "en-US@posix", which no other browser says.
  const language = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en_US' };
  const env = { ...process.env, ...language, LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') };
  return chromium.launch({ executablePath, args: [...args, '--no-zygote'], env });
}

/** Several test files may come here at once: each unpacks beside the place, the first to finish moves there. */
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

/** The package's own configuration looks for its fonts in fixed places; without any font the browser dies over a page. */
function fontConfiguration(home: string): string {
  const folders = [join(home, 'fonts/fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`).join('');
  return `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${join(home, 'fonts-cache')}</cachedir></fontconfig>`;
}

/**
 * The package unpacks into the folder for temporary files, and the few system libraries that a bare machine lacks only
 * when it believes to be on the cloud it was made for; both are read from the environment at that moment.
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
