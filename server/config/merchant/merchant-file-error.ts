import type { Problem } from './paths.ts';

/** All problems of a merchant file at once. */
export class MerchantFileError extends Error {
  override readonly name = 'MerchantFileError';
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const lines = problems.map(
      ({ path, value, wanted }) => `  ${path} ${value === '' ? 'is missing' : `is ${value}`}; it must be ${wanted}.`,
    );
    super(`${file} cannot be used, ${problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`}:\n${lines.join('\n')}`);
    this.problems = problems;
  }
}
