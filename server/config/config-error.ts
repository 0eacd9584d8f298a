/** An invalid setting. The message names the variable and hides secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly variable: string;

  constructor(variable: string, value: string, wanted: string) {
    const isSecret = /SECRET|KEY|TOKEN|DATABASE_URL|REDIS_URL|SMTP_URL/.test(variable);
    const displayed = isSecret ? '(hidden)' : JSON.stringify(value);
    super(`${variable} is ${value === '' ? 'missing' : displayed}; it must be ${wanted}.`);
    this.variable = variable;
  }
}
