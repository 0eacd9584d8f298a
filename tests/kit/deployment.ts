import { readFileSync } from 'node:fs';
import { parsePlainYaml } from './plain-yaml.ts';

export interface ComposeService {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** The services of `compose.yaml` with `extends` resolved as an engine does: maps are merged, other values are replaced. */
export function readCompose(): Record<string, ComposeService> {
  const { services } = parsePlainYaml(readFileSync('compose.yaml', 'utf8')) as unknown as { services: Record<string, ComposeService> };
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => {
      const base = (service.extends as { service: string } | undefined)?.service;
      return [name, base === undefined ? service : (joined(services[base], service) as ComposeService)];
    }),
  );
}

function joined(base: unknown, own: unknown): unknown {
  if (!isMap(base) || !isMap(own)) return own ?? base;
  return { ...base, ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, joined(base[key], value)])) };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces `${NAME:?…}` and `${NAME:-…}` in a value; a missing required variable is an error, as with an engine. */
export function filledIn(value: string, given: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_all, name: string, kind: string | undefined, rest: string | undefined) => {
    const found = given[name];
    if (found) return found;
    if (kind === '-') return rest ?? '';
    throw new Error(`${name} is missing`);
  });
}

export interface Dockerfile {
  /** Base images of all stages. */
  readonly bases: readonly string[];
  /** Instructions of the last stage: name and text. */
  readonly final: readonly (readonly [name: string, text: string])[];
  readonly text: string;
}

export function readDockerfile(): Dockerfile {
  const text = readFileSync('Dockerfile', 'utf8');
  const instructions = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)] as const);
  const lastFrom = instructions.findLastIndex(([name]) => name === 'FROM');
  const bases = instructions.filter(([name]) => name === 'FROM').map(([, from]) => from.split(' ')[0] ?? '');
  return { bases, final: instructions.slice(lastFrom), text };
}

/** The health check command of a container. */
export function healthCommand({ final }: Dockerfile): string[] {
  const [, text = ''] = final.find(([name]) => name === 'HEALTHCHECK') ?? [];
  return JSON.parse(text.slice(text.indexOf('CMD ') + 4)) as string[];
}
