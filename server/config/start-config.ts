import { type Config, configChecks, toConfig } from './config.ts';
import { ConfigError, problemsOf } from './config-error.ts';
import { type Env, readEnv } from './env.ts';
import { MerchantFileError } from './merchant/merchant-file-error.ts';
import type { MerchantConfig } from './merchant/read.ts';
import { read, type Source } from './read-value.ts';

/** Everything that prevents a start: mistakes of the merchant file and of the environment. */
export class StartProblems extends Error {
  override readonly name = 'StartProblems';
  readonly problems: readonly (ConfigError | MerchantFileError)[];

  constructor(problems: readonly (ConfigError | MerchantFileError)[]) {
    const [first] = problems;
    const list = problems.map(({ message }) => `  ${message.replaceAll('\n', '\n  ')}`).join('\n');
    super(problems.length === 1 && first ? first.message : `${problems.length} problems:\n${list}`);
    this.problems = problems;
  }
}

/** The settings of a start. Rejects with `StartProblems`, which has all problems at once. */
export async function readConfig(source: Source = process.env): Promise<Config> {
  const problems: (ConfigError | MerchantFileError)[] = [];
  const merchant = await readMerchantOf(source, problems);
  const given = Object.entries(source).filter(([, value]) => value?.trim());
  const { env, mistakes } = readWithout({ ...merchant?.variables, ...Object.fromEntries(given) });
  // A setting that cannot be read is not reported as missing as well, nor what depends on a file that cannot be used.
  const known = new Set(mistakes.flatMap(({ involved }) => involved));
  if (problems.length > 0) for (const name of ['ALLOW_DEMO', 'UPSTREAM_WPS_URL']) known.add(name);
  const others = problemsOf(configChecks(env, merchant)).filter(({ variable }) => !known.has(variable));
  problems.push(...mistakes, ...others);
  if (problems.length > 0) throw new StartProblems(problems);
  return toConfig(env, merchant);
}

async function readMerchantOf(source: Source, problems: (ConfigError | MerchantFileError)[]): Promise<MerchantConfig | undefined> {
  const file = read(source, 'MERCHANT_FILE');
  if (file === undefined) return undefined;
  // Checking a file loads the platform's settings code, which a portal alone does not need.
  const { readMerchantFile } = await import('./merchant/read.ts');
  try {
    return readMerchantFile(file, source);
  } catch (error) {
    if (!(error instanceof MerchantFileError)) throw error;
    problems.push(error);
    return undefined;
  }
}

/** Reads again without each setting that cannot be read, until the rest can be. */
function readWithout(source: Source): { readonly env: Env; readonly mistakes: readonly ConfigError[] } {
  const mistakes: ConfigError[] = [];
  for (let rest = source; ; ) {
    try {
      return { env: readEnv(rest), mistakes };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      mistakes.push(error);
      const { involved } = error;
      const next = Object.fromEntries(Object.entries(rest).filter(([name]) => !involved.includes(name)));
      if (Object.keys(next).length === Object.keys(rest).length) throw new StartProblems(mistakes);
      rest = next;
    }
  }
}
