import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { toConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { readStart } from '../config/env.ts';
import { MerchantFileError } from '../config/merchant/merchant-file-error.ts';
import type { Source } from '../config/read-value.ts';
import { defined } from '../kit/defined.ts';
import { screensOf, substituteOf } from '../portal/answers/page-calls.ts';
import { type CheckedCall, type CheckInput, checkPlatform, type PlatformCheck } from './upstream/check-platform.ts';

const USAGE =
  'Usage: npm run upstream:check -- --url https://api.example [--user NAME --password PASSWORD] (or UPSTREAM_*, MERCHANT_FILE; PLATFORM_PASSWORD)';

/** Texts of the column "readable". */
const READABLE: Readonly<Record<CheckedCall['state'], string>> = {
  readable: 'yes',
  unreadable: 'no',
  refused: 'refused',
  missing: '',
  silent: 'no answer',
  unchecked: 'not requested',
};

/**
 * `npm run upstream:check -- --url URL`: which calls of the call table a platform has, whether their answers are readable, and which screens
 * need them. Exit code 0: every requested call that is there is readable and the site would run; 1: something is left to do, the platform does
 * not respond, or a file or setting cannot be used; 2: wrong usage.
 */
export async function runUpstreamCheck(args: readonly string[], environment: Source, print: (line: string) => void): Promise<number> {
  let input: CheckInput;
  try {
    input = await inputOf(args, environment);
  } catch (error) {
    const isKnown = error instanceof MerchantFileError || error instanceof ConfigError || error instanceof UsageError || isArgsError(error);
    if (!isKnown) throw error;
    const isUsage = error instanceof UsageError || isArgsError(error);
    print(isUsage ? USAGE : (error as Error).message);
    return isUsage ? 2 : 1;
  }
  const check = await checkPlatform(input);
  const fault = faultOfAll(check);
  if (fault !== undefined) {
    const addresses = [...new Set(Object.values(input.upstreams))].join(', ');
    print(`${addresses} does not respond (${fault}). Check the address, and whether the platform runs and can be reached from here.`);
    return 1;
  }
  for (const line of table(check)) print(line);
  const problems = problemsOf(check);
  print('');
  print(summary(check));
  for (const problem of problems) print(`- ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

class UsageError extends Error {}

function isArgsError(error: unknown): boolean {
  return String((error as { readonly code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
}

async function inputOf(args: readonly string[], environment: Source): Promise<CheckInput> {
  const options = { url: { type: 'string' }, user: { type: 'string' }, password: { type: 'string' } } as const;
  const { url, user, password = environment.PLATFORM_PASSWORD } = parseArgs({ args: [...args], options }).values;
  if (url !== undefined && !/^https?:\/\//.test(url)) throw new UsageError();
  if ((user === undefined) !== (password === undefined)) throw new UsageError();
  const given = url === undefined ? {} : { UPSTREAM_WPS_URL: url, UPSTREAM_LGW_URL: url, UPSTREAM_LOTTO_URL: url };
  const { env, merchant } = await readStart({ ...environment, ...given });
  const { upstreams } = toConfig(env, merchant);
  if (upstreams === 'embedded') throw new UsageError();
  return {
    upstreams,
    merchant: env.merchant,
    ...defined({
      branding: merchant?.branding,
      defaults: merchant?.defaults,
      platform: merchant?.platform,
      publicUrl: env.publicUrl,
      member: user !== undefined && password !== undefined ? { username: user, password } : undefined,
    }),
  };
}

/** The fault if every call that was sent failed without an answer. */
function faultOfAll({ calls, signIn }: PlatformCheck): string | undefined {
  const sent = [...(signIn ? [signIn] : []), ...calls].filter(({ state }) => state !== 'unchecked');
  return sent.length > 0 && sent.every(({ state }) => state === 'silent') ? sent[0]?.detail : undefined;
}

function table({ calls, signIn }: PlatformCheck): readonly string[] {
  const rows = [...(signIn ? [signIn] : []), ...calls.filter(({ call }) => call.id !== signIn?.call.id)].map((checked) => {
    const { call, state, detail } = checked;
    const there = { missing: 'no', silent: '?', unchecked: detail.startsWith('there') ? 'yes' : '?' }[state as string] ?? 'yes';
    const readable = [READABLE[state], state === 'missing' ? '' : detail].filter((part) => part !== '').join(': ');
    return [call.id, `${call.method} ${call.path}`, there, readable, usesOf(checked)];
  });
  const head = ['Call', 'Address', 'There', 'Readable', 'Screens'];
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

function usesOf({ call, state }: CheckedCall): string {
  const screens = screensOf(call.id).join(' ');
  const substitute = state === 'missing' ? substituteOf(call.id) : undefined;
  return substitute === undefined ? screens : `${screens}${screens === '' ? '' : '; '}${substitute}`;
}

function summary({ calls, signIn }: PlatformCheck): string {
  const rows = [...(signIn ? [signIn] : []), ...calls.filter(({ call }) => call.id !== signIn?.call.id)];
  const count = (state: CheckedCall['state']) => rows.filter((checked) => checked.state === state).length;
  const parts = [
    `${count('readable')} calls are readable`,
    `${count('missing')} missing`,
    `${count('unreadable')} not readable`,
    `${count('refused')} refused`,
    `${count('silent')} without an answer`,
    `${count('unchecked')} not requested`,
  ];
  return `${parts.join(', ')}.`;
}

/** What keeps the site from running, and what an integrator should repair. */
function problemsOf({ calls, signIn }: PlatformCheck): readonly string[] {
  const state = (id: string) => calls.find(({ call }) => call.id === id)?.state;
  const isReadable = (id: string) => state(id) === 'readable';
  const bad = calls.filter((checked) => checked.state === 'unreadable' || checked.state === 'silent');
  const hasGames = ['games.vendors', 'games.menus'].some((id) => isReadable(id) || (!signIn && state(id) === 'unchecked'));
  return [
    ...bad.map(({ call, detail }) => `${call.id} cannot be read (${detail})`),
    ...(hasGames ? [] : ['no games: neither games.vendors nor games.menus can be read']),
    ...(signIn && signIn.state !== 'readable' ? [`the sign-in failed (${signIn.detail})`] : []),
    ...(signIn?.state === 'readable' && !isReadable('wallet.balance') ? ['no balance: wallet.balance cannot be read'] : []),
  ];
}

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  process.exitCode = await runUpstreamCheck(process.argv.slice(2), process.env, (line) => console.log(line)).catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error));
    return 1;
  });
