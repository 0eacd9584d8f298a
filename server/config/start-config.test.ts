import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig, StartProblems } from './start-config.ts';

const KEY = 'k'.repeat(32);
const problemsOf = async (source: Record<string, string>) => {
  const error = await readConfig(source).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartProblems)) throw error ?? new Error('it started');
  return { names: error.problems.map((one) => (one instanceof ConfigError ? one.variable : 'file')), message: error.message };
};

describe('the settings of a start', () => {
  it('are reported all at once, with the variable and without the value of a secret', async () => {
    const { names, message } = await problemsOf({
      PORT: 'web',
      DATA_KEY: 'short-and-secret',
      SESSION_SECRET: 'short-and-secret',
      PAYMENT_SECRET_ACME: 'short-and-secret',
      PAYMENT_SECRET_BOLT: 'short-and-secret',
      PLATFORM_KEY: 'short-and-secret',
      SMTP_URL: 'smtp://mail.example',
      CHALLENGE_PROVIDER: 'turnstile',
      WORKERS: 'many',
      LOG_LEVEL: 'loud',
    });
    expect(names.sort()).toEqual(
      [
        ...[
          'CHALLENGE_SITE_KEY',
          'DATA_KEY',
          'LOG_LEVEL',
          'MAIL_FROM',
          'PAYMENT_SECRET_ACME',
          'PAYMENT_SECRET_BOLT',
          'PLATFORM_KEY',
          'PORT',
        ],
        ...['SESSION_SECRET', 'WORKERS'],
      ].sort(),
    );
    expect(message).toContain('10 problems:\n  PORT is "web"; it must be a port number');
    expect(message).not.toContain('short-and-secret');
  });

  it('are checked against each other as well, but not where one of them cannot be read', async () => {
    expect((await problemsOf({ ROLE: 'portal', PORT: '5000', ADMIN_PORT: '5000' })).names.sort()).toEqual(
      ['ADMIN_PORT', 'SESSION_SECRET', 'UPSTREAM_WPS_URL'].sort(),
    );
    expect((await problemsOf({ ROLE: 'platform', DATABASE_URL: 'postgres://a/b', DATA_KEY: 'short' })).names.sort()).toEqual(
      ['DATA_KEY', 'PLATFORM_KEY'].sort(),
    );
    expect((await problemsOf({ UPSTREAM_WPS_URL: 'http://a.example', STUDIO_URL: 'ftp://a' })).names.sort()).toEqual(
      ['STUDIO_URL', 'UPSTREAM_LGW_URL'].sort(),
    );
  });

  it('and the merchant file are reported together', async () => {
    const { names, message } = await problemsOf({ MERCHANT_FILE: '/nowhere.json', PORT: 'web', PUBLIC_URL: 'https://play.example' });
    expect(names).toEqual(['file', 'PORT']);
    expect(message).toContain('a file that can be read');
  });

  it('have one line for one problem, and none without', async () => {
    expect((await problemsOf({ PORT: 'web' })).message).toMatch(/^PORT is "web"[^\n]+$/);
    expect(await readConfig({ DATA_KEY: KEY, SESSION_SECRET: KEY, MERCHANT_FILE: 'docs/merchants/lantern.json' })).toMatchObject({
      merchant: 'lantern',
      upstreams: 'embedded',
    });
  });
});
