import * as v from 'valibot';
import { line, OperatorError, reason } from '../../../operators/index.ts';
import { type ProviderDefinition, providerDefinition, walletProblems } from '../../vendors/index.ts';

const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max));

/** Fields of the form; lists have one entry in a line or between spaces. */
export const providerFields = v.object({
  /** Code of the provider that is changed; empty: a new one. */
  was: text(16),
  code: line(16),
  name: line(64),
  launchUrl: line(500),
  verifyUrl: text(500),
  detailsUrl: v.optional(text(500), ''),
  /** `CODE Name` in each line. */
  vendors: line(5_000),
  permissions: text(100),
  addresses: text(2_000),
  currencies: text(200),
  languages: text(100),
  pictureHosts: text(2_000),
  feedUrl: text(500),
  feedMinutes: text(4),
  unknownBetRollback: v.picklist(['OK', 'BET_NOT_FOUND']),
  dialect: text(5_000),
  /** Empty: the seamless wallet. */
  walletUrl: v.optional(text(500), ''),
  walletMoves: v.optional(v.picklist(['manual', 'automatic']), 'manual'),
  walletReturn: v.optional(text(4), ''),
  reason,
});
export type ProviderFields = v.InferOutput<typeof providerFields>;

/** Which field of the form holds a key of the definition. */
const FIELD_OF: Readonly<Record<string, string>> = {
  feed: 'feedUrl',
  'feed.everyMinutes': 'feedMinutes',
  wallet: 'walletUrl',
  'wallet.moves': 'walletMoves',
  'wallet.returnMinutes': 'walletReturn',
};

/** The definition that the form describes. `before` keeps what the form does not show, such as pictures of vendors. */
export function readDefinition(fields: ProviderFields, before: ProviderDefinition | undefined, isSingle: boolean): ProviderDefinition {
  const parsed = v.safeParse(providerDefinition, {
    ...(before?.keyVariable !== undefined && { keyVariable: before.keyVariable }),
    code: fields.code,
    name: fields.name,
    launchUrl: fields.launchUrl,
    ...(fields.verifyUrl !== '' && { verifyUrl: fields.verifyUrl }),
    ...(fields.detailsUrl !== '' && { detailsUrl: fields.detailsUrl }),
    vendors: readVendors(fields.vendors, before),
    permissions: words(fields.permissions),
    addresses: words(fields.addresses),
    currencies: words(fields.currencies),
    languages: words(fields.languages),
    pictureHosts: words(fields.pictureHosts),
    unknownBetRollback: fields.unknownBetRollback,
    ...(fields.feedUrl !== '' && { feed: { url: fields.feedUrl, everyMinutes: Number(fields.feedMinutes || '15') } }),
    ...(fields.dialect !== '' && { dialect: readJson(fields.dialect) }),
    ...(fields.walletUrl !== '' && { wallet: walletOf(fields) }),
  });
  if (!parsed.success) throw refusedField(v.getDotPath(parsed.issues[0]) ?? '', parsed.issues[0].message);
  const [problem] = walletProblems(parsed.output, isSingle);
  if (problem) throw refusedField(problem[0], problem[2]);
  return parsed.output;
}

function refusedField(path: string, wanted: string): OperatorError {
  const key = path.split('.')[0] ?? '';
  return new OperatorError('providerField', { wanted }, FIELD_OF[path] ?? FIELD_OF[key] ?? key);
}

function walletOf({ walletUrl, walletMoves, walletReturn }: ProviderFields) {
  return { kind: 'transfer', url: walletUrl, moves: walletMoves, ...(walletReturn !== '' && { returnMinutes: Number(walletReturn) }) };
}

function readVendors(lines: string, before: ProviderDefinition | undefined) {
  return lines
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [code = '', name = ''] = each.split(/\s+(.*)/s);
      return { ...before?.vendors.find((vendor) => vendor.code === code), code, name: name.trim() || code };
    });
}

function words(list: string): readonly string[] {
  return list.split(/[\s,]+/).filter((word) => word !== '');
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new OperatorError('providerJson', {}, 'dialect');
  }
}

/** Values of the form for a provider. */
export function fieldsOf(definition: ProviderDefinition): Readonly<Partial<Record<keyof ProviderFields, string>>> {
  const { vendors, feed, dialect, wallet } = definition;
  return {
    code: definition.code,
    name: definition.name,
    launchUrl: definition.launchUrl,
    verifyUrl: definition.verifyUrl ?? '',
    detailsUrl: definition.detailsUrl ?? '',
    vendors: vendors.map(({ code, name }) => `${code} ${name}`).join('\n'),
    permissions: definition.permissions.join(' '),
    addresses: definition.addresses.join('\n'),
    currencies: definition.currencies.join(' '),
    languages: definition.languages.join(' '),
    pictureHosts: definition.pictureHosts.join('\n'),
    feedUrl: feed?.url ?? '',
    feedMinutes: feed ? String(feed.everyMinutes) : '',
    unknownBetRollback: definition.unknownBetRollback,
    dialect: dialect ? JSON.stringify(dialect, null, 2) : '',
    walletUrl: wallet?.url ?? '',
    walletMoves: wallet?.moves ?? 'manual',
    walletReturn: wallet?.returnMinutes === undefined ? '' : String(wallet.returnMinutes),
  };
}
