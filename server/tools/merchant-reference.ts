import { toJsonSchema } from '@valibot/to-json-schema';
import { merchantFile, platformSettings } from '../config/merchant/schema.ts';
import { initialSettings, leafAt } from '../platform/ops/seed/index.ts';
import { MEANINGS } from './merchant-meanings.ts';

/** The parts of JSON Schema that the page shows. */
interface Node {
  type?: string;
  description?: string;
  properties?: Record<string, Node>;
  required?: string[];
  additionalProperties?: Node | boolean;
  propertyNames?: Node;
  items?: Node;
  anyOf?: Node[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
  $schema?: string;
}

/** The JSON Schema of a merchant file, for editors. */
export function merchantFileSchema(): Node {
  const options = { errorMode: 'ignore', typeMode: 'input' } as const;
  const outer = toJsonSchema(merchantFile, options) as Node;
  const settings = explained(closed(toJsonSchema(platformSettings, options) as Node, true), []);
  const { $schema: _dialect, ...own } = settings;
  const { properties = {} } = outer;
  const description = properties.settings?.description;
  return closed({ ...outer, properties: { ...properties, settings: { ...own, ...(description && { description }) } } }, false);
}

/** Objects allow known keys only; with `partial` every key is optional, except in list entries. */
function closed(node: Node, partial: boolean): Node {
  const { required, ...rest } = node;
  const copy: Node = partial || !required ? rest : { ...rest, required };
  return {
    ...copy,
    ...(node.properties && {
      properties: Object.fromEntries(Object.entries(node.properties).map(([key, held]) => [key, closed(held, partial)])),
      additionalProperties: false,
    }),
    ...(typeof node.additionalProperties === 'object' && { additionalProperties: closed(node.additionalProperties, partial) }),
    ...(node.items && { items: closed(node.items, false) }),
    ...(node.anyOf && { anyOf: node.anyOf.map((one) => closed(one, partial)) }),
  };
}

function explained(node: Node, path: readonly string[]): Node {
  const meaning = MEANINGS[path.join('.')];
  return {
    ...node,
    ...(meaning && { description: meaning }),
    ...(node.properties && {
      properties: Object.fromEntries(Object.entries(node.properties).map(([key, held]) => [key, explained(held, [...path, key])])),
    }),
  };
}

const INTRODUCTION = `# The merchant file

A merchant is one JSON file; \`MERCHANT_FILE\` names it, and \`npm run merchant:check FILE\` lists its problems, each
with path, value and expectation, before anything starts. The start uses the same checks. Examples:
\`docs/merchants/harbour.json\`, \`docs/merchants/lotus.json\`. Editors complete and check it by \`docs/merchant-file.schema.json\`.

Pictures and texts are named by paths below the folder of the file. SVG is sanitized (no scripts, no external resources); PNG is accepted too.

Secrets are not allowed in it: they come from the environment, and the check refuses values that look like one. Where the
environment sets the same value as the file (\`PUBLIC_URL\`, \`UPSTREAM_*\`, \`REGION_*\`, \`ADDRESS_*\`), the environment overrides the file; \`MERCHANT\` must
be the same as \`code\`.

With a file that does not say \`"demo": true\` no account, operator, voucher or content of the demo is made, no payment simulator runs,
and the default settings are the strict ones below. \`npm run operator -- add NAME admin\` adds an operator: add two
admins with it, because one whom another operator has added does not count as a second person for 14 days ([console.md](console.md)).

The file's \`settings\`, brand, languages and hosts are written into the embedded platform's settings at the start. A change by an
operator stays until that value changes in the file ([merchants](features/merchants.md)). A remote platform has its own
settings: then only the portal's part of the file applies (brand, languages, theme, hosts, regions, requests, legal texts).

This page and the schema are written by \`npm run docs\`.
`;

/** `docs/merchant-file.md`: every key with its values, default and meaning. */
export function merchantReference(): string {
  const schema = merchantFileSchema();
  const { settings, ...own } = schema.properties ?? {};
  const usual = initialSettings();
  const table = (lines: readonly string[]) => ['| Key | Type | Default | Meaning |', '| --- | --- | --- | --- |', ...lines].join('\n');
  const top = Object.entries(own).flatMap(([key, node]) => rows(node, [key], (schema.required ?? []).includes(key), () => undefined));
  const inner = Object.entries(settings?.properties ?? {}).flatMap(([key, node]) =>
    rows(node, [key], false, (path) => leafAt(usual, path)),
  );
  return `${INTRODUCTION}\n## Keys\n\n${table(top)}\n\n## Keys of \`settings\`\n\nOnly values that differ from the default need to be set.\n\n${table(inner)}\n`;
}

function rows(node: Node, path: readonly string[], isNeeded: boolean, usual: (path: readonly string[]) => unknown): readonly string[] {
  const own = row(node, path, isNeeded, usual(path) ?? node.default);
  const key = path.map((part, index) => (index === 0 ? part : `.${part}`)).join('');
  if (node.properties) {
    const inner = Object.entries(node.properties).flatMap(([name, held]) =>
      rows(held, [...path, name], (node.required ?? []).includes(name), usual),
    );
    return node.description === undefined ? inner : [`| \`${key}\` | ${isNeeded ? 'needed' : ''} | | ${node.description} |`, ...inner];
  }
  // Adds rows for described list entries; those of the settings are described by their list.
  if (Object.values(node.items?.properties ?? {}).some(({ description }) => description !== undefined)) {
    const last = `${path.at(-1)}[]`;
    const inner = Object.entries(node.items?.properties ?? {}).flatMap(([name, held]) =>
      rows(held, [...path.slice(0, -1), last, name], (node.items?.required ?? []).includes(name), usual),
    );
    return [own, ...inner];
  }
  return [own];
}

function row(node: Node, path: readonly string[], isNeeded: boolean, usual: unknown): string {
  const usualText = usual === undefined || path.length === 0 ? '' : shorten(usual);
  return `| \`${path.join('.')}\` | ${typeText(node)}${isNeeded ? '; needed' : ''} | ${usualText} | ${node.description ?? ''} |`;
}

const MAX_VALUE_LENGTH = 60;

function shorten(value: unknown): string {
  if (Array.isArray(value) && value.length > 0) return `${value.length} entries`;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.keys(value).length === 0 ? '`{}`' : 'see below';
  const text = JSON.stringify(value);
  return `\`${(text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text).replaceAll('|', '\\|')}\``;
}

function typeText(node: Node): string {
  if (node.enum) return node.enum.map((one) => `\`${String(one)}\``).join(', ');
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``;
  if (node.anyOf) return [...new Set(node.anyOf.map(typeText))].join(' or ');
  if (node.type === 'array') return `list: ${node.items?.properties ? objectText(node.items) : typeText(node.items ?? {})}`;
  if (typeof node.additionalProperties === 'object') {
    const keys = node.propertyNames?.enum ? `by ${node.propertyNames.enum.map((one) => `\`${String(one)}\``).join(', ')}` : 'by name';
    const { properties } = node.additionalProperties;
    return `${keys}: ${properties ? objectText(node.additionalProperties) : typeText(node.additionalProperties)}`;
  }
  if (node.properties) return objectText(node);
  return `${node.type === 'string' ? 'text' : (node.type ?? 'anything')}${bounds(node)}`;
}

function objectText({ properties = {} }: Node): string {
  const parts = Object.entries(properties).map(([key, held]) => `\`${key}\` ${typeText(held)}`);
  return `{ ${parts.join(', ')} }`;
}

function bounds({ minimum, maximum, minLength, maxLength }: Node): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  if (maxLength !== undefined) return ` of ${minLength ?? 0} to ${maxLength} characters`;
  return '';
}
