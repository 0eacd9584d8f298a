import { toJsonSchema } from '@valibot/to-json-schema';
import { CALLS } from '../../shared/api/call-table.ts';
import type { Schema } from '../../shared/api/client-call.ts';
import type { AnyCall } from '../../shared/api/define-call.ts';
import { SEAMLESS } from '../../shared/seamless/wallet.ts';

/** The parts of JSON Schema that the page shows. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly additionalProperties?: Shape | boolean;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const INTRODUCTION = `# API reference

Generated from the call table in \`shared/api\` by \`npm run docs\`; a test fails when this page is out of date.

Every answer is an envelope, \`{ success, value }\` or \`{ success: false, code, message, errors?, params? }\`. Amounts are
decimal strings with four decimals, instants are ISO 8601 in UTC. Calls marked *encrypted* take \`{ payload }\`, a compact
JWE (ECDH-ES, A256GCM) to a key of \`session.keys\` whose content is \`{ iat, nonce, call, data }\`.
`;

/** The reference page as Markdown. */
export function apiReference(): string {
  const families = new Map<string, AnyCall[]>();
  for (const call of CALLS) {
    const family = call.id.split('.')[0] ?? '';
    families.set(family, [...(families.get(family) ?? []), call]);
  }
  const sections = [...families].map(([family, calls]) => `## ${family}\n\n${calls.map(callSection).join('\n')}`);
  return `${[INTRODUCTION, ...sections, seamlessSection()].join('\n')}`;
}

function callSection(call: AnyCall): string {
  const facts = [
    `token ${call.token}`,
    `for ${call.actors}`,
    `throttle \`${call.throttle}\``,
    ...(call.encrypted ? ['**encrypted**'] : []),
    ...(call.movesMoney ? ['moves money'] : []),
    ...(call.closedByRegion ? ['closed to refused places'] : []),
    ...(call.staysOpen ? ['always open'] : []),
    ...(call.cacheSeconds > 0 ? [`cached ${call.cacheSeconds} s`] : []),
    ...(call.answer === 'events' ? ['server-sent events'] : []),
    ...(call.rawBody > 0 ? [`body: a picture of at most ${call.rawBody} bytes`] : []),
    ...(call.answer === 'picture' ? ['answer: a picture'] : []),
  ];
  const parts = [
    `### ${call.id}\n`,
    `\`${call.method} ${call.path}\` · module \`${call.module}\``,
    `\n${call.summary} (${facts.join(', ')})\n`,
    table('Query', call.query),
    table('Body', call.body),
    table('Value', call.value),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function seamlessSection(): string {
  const operations = Object.entries(SEAMLESS).map(
    ([name, schema]) => `### seamless ${name}\n\n\`POST /seamless/<provider>/${name}\`\n\n${table('Body', schema as Schema)}`,
  );
  return `## Seamless wallet\n\nWhat a vendor calls; signed as described in \`shared/seamless/wallet.ts\`.\n\n${operations.join('\n')}`;
}

function table(title: string, schema: Schema): string {
  const shape = describe(schema);
  const rows = rowsOf(shape, '');
  if (rows.length === 0) return '';
  return `| ${title} | Type | |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function describe(schema: Schema): Shape {
  // Transforms and checks have no JSON Schema and are omitted.
  return toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], { typeMode: 'input', errorMode: 'ignore' }) as Shape;
}

function rowsOf(shape: Shape, prefix: string): string[] {
  const rows: string[] = [];
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const optional = shape.required?.includes(name) ? '' : 'optional';
    rows.push(`| \`${prefix}${name}\` | ${typeName(property)} | ${optional} |`);
    rows.push(...rowsOf(property, `${prefix}${name}.`));
    if (property.items) rows.push(...rowsOf(property.items, `${prefix}${name}[].`));
  }
  const variants = (shape.oneOf ?? shape.anyOf ?? []).map((variant) => rowsOf(variant, prefix)).filter((own) => own.length > 0);
  const isShared = (row: string) => variants.every((own) => own.includes(row));
  const ofVariants = variants.flat().map((row) => (isShared(row) ? row : row.replace(/\| {2}\|$/, '| in one form |')));
  return [...new Set([...rows, ...ofVariants])];
}

function typeName(shape: Shape): string {
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' / ');
  if (shape.anyOf) return shape.anyOf.map(typeName).join(' or ');
  if (shape.items) return `list of ${typeName(shape.items)}`;
  const bounds = [shape.pattern && `\`${shape.pattern.replaceAll('|', '\\|')}\``, shape.maxLength && `up to ${shape.maxLength}`].filter(
    Boolean,
  );
  return [String(shape.type ?? 'any'), ...bounds].join(', ');
}
