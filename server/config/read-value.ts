import { ConfigError } from './config-error.ts';

/** Readers of one variable each: the value, undefined if it is missing, a `ConfigError` if it is invalid. */
export type Source = Readonly<Record<string, string | undefined>>;

export function read(source: Source, name: string): string | undefined {
  const value = source[name]?.trim();
  return value === '' ? undefined : value;
}

export function port(source: Source, name: string, fallback: number): number {
  const value = read(source, name);
  if (value === undefined) return fallback;
  // 0 lets the system choose a free port, for tests.
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new ConfigError(name, value, 'a port number from 0 to 65535');
  return Number(value);
}

export function url(source: Source, name: string, protocols: readonly string[]): string | undefined {
  const value = read(source, name);
  if (value === undefined) return undefined;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new ConfigError(name, value, `a URL that starts with ${protocols.join('// or ')}//`);
  return value.replace(/\/+$/, '');
}

export function matching(source: Source, name: string, pattern: RegExp, wanted: string): string | undefined {
  const value = read(source, name);
  if (value !== undefined && !pattern.test(value)) throw new ConfigError(name, value, wanted);
  return value;
}

/** Pages and cookies apply to a whole host, so an address with a path or a user name is invalid. */
export function origin(source: Source, name: string): string | undefined {
  const value = url(source, name, ['http:', 'https:']);
  if (value === undefined || new URL(value).href === `${new URL(value).origin}/`) return value;
  throw new ConfigError(name, value, 'scheme, host and port without a path');
}

/** Comma-separated entries, each of which must pass. */
export function list(source: Source, name: string, accepts: (entry: string) => boolean, wanted: string): readonly string[] {
  const entries = (read(source, name) ?? '').split(',').flatMap((entry) => entry.trim() || []);
  const invalid = entries.find((entry) => !accepts(entry));
  if (invalid !== undefined) throw new ConfigError(name, invalid, `${wanted} separated by commas`);
  return entries;
}

export function oneOf<const T extends readonly string[]>(source: Source, name: string, allowed: T): T[number] | undefined {
  const value = read(source, name);
  if (value !== undefined && !allowed.includes(value)) throw new ConfigError(name, value, `one of ${allowed.join(', ')}`);
  return value as T[number] | undefined;
}

/** Settings that work only together: all of them, or none. */
export function allOrNone<const N extends readonly string[]>(source: Source, names: N): Record<N[number], string> | undefined {
  const values = names.map((name) => [name, read(source, name)] as const);
  if (values.every(([, value]) => value === undefined)) return undefined;
  const missing = values.find(([, value]) => value === undefined);
  if (missing) throw new ConfigError(missing[0], '', `set as well: ${names.join(', ')} work only together`, names);
  return Object.fromEntries(values) as Record<N[number], string>;
}
