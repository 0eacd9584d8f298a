import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineFeature, type Migrations } from './base/feature.ts';
import { MIGRATIONS, migrationsOf } from './migrations.ts';

const migration = { up: async () => undefined };
const withMigrations = (name: string, migrations: Migrations) =>
  defineFeature({ name, migrations, needs: {}, create: () => ({ api: {} }) });

describe('migrations of the platform', () => {
  it('are all files in the folders migrations/ of the features', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:^|\/)migrations\/(?!index\.ts$)[^/]+$/.test(path))
      .map((path) => basename(path, '.ts'));
    expect(Object.keys(MIGRATIONS)).toEqual(files.sort());
  });

  it('are numbered without repetition', () => {
    const numbers = Object.keys(MIGRATIONS).map((name) => /^(\d{3})-[a-z-]+$/.exec(name)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('are in the order of their names, in any order of the features', () => {
    const later = withMigrations('later', { '002-b': migration });
    const earlier = withMigrations('earlier', { '001-a': migration, '003-c': migration });
    expect(Object.keys(migrationsOf([later, earlier]))).toEqual(['001-a', '002-b', '003-c', '058-job-run']);
  });

  it('refuses two of one name', () => {
    const features = [withMigrations('one', { '001-a': migration }), withMigrations('other', { '001-a': migration })];
    expect(() => migrationsOf(features)).toThrow('Two migrations have the name 001-a.');
  });
});
