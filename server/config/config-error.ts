/** An invalid setting. The message names the variable and hides secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly variable: string;
  /** Variables without which the others can still be checked. */
  readonly involved: readonly string[];

  constructor(variable: string, value: string, wanted: string, involved: readonly string[] = [variable]) {
    const isSecret = /SECRET|KEY|TOKEN|DATABASE_URL|REDIS_URL|SMTP_URL/.test(variable);
    const displayed = isSecret ? '(hidden)' : JSON.stringify(value);
    super(`${variable} is ${value === '' ? 'missing' : displayed}; it must be ${wanted}.`);
    this.variable = variable;
    this.involved = involved;
  }
}

/** Runs each check and returns the invalid settings that they report. */
export function problemsOf(checks: readonly (() => void)[]): readonly ConfigError[] {
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [error];
      throw error;
    }
  });
}
