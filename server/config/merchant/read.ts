import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { defined } from '../../kit/defined.ts';
import type { MerchantSettings } from '../../platform/merchant/index.ts';
import { demoSettings } from '../../platform/merchant/index.ts';
import { type FileAgent, type FileVendors, initialSettings, merged } from '../../platform/ops/seed/index.ts';
import type { Branding } from '../../portal/brand/brand.ts';
import type { Source } from '../read-value.ts';
import { fileAgents } from './agent-rules.ts';
import { type FileReader, fileReader } from './files.ts';
import { MerchantFileError } from './merchant-file-error.ts';
import { displayValue, isObject, issueProblems, type Problem, secretsIn, unknownKeys, WHOLE_FILE } from './paths.ts';
import { contradictions } from './rules.ts';
import { type MerchantFile, merchantFile, platformSettings } from './schema.ts';
import { vendorKeysOf } from './vendor-keys.ts';

/** A validated merchant configuration. */
export interface MerchantConfig {
  readonly code: string;
  readonly demo: boolean;
  /** Branding of the portal. */
  readonly branding: Branding;
  readonly requests: Readonly<Record<string, number>>;
  /** Values for fields that a remote platform does not answer. */
  readonly defaults: MerchantFile['defaults'];
  /** Names of a remote platform that differ from the call table. */
  readonly platform: MerchantFile['platform'];
  /** Values that the environment could set too; the environment overrides them. */
  readonly variables: Source;
  /** Deposit methods; undefined if the file contains none. */
  readonly payments: MerchantFile['payments'];
  /** Games: which built-in ones, and providers of others; undefined if the file contains neither. */
  readonly vendors: FileVendors | undefined;
  /** The first agents, with the first passwords that the environment holds. */
  readonly agents: readonly FileAgent[];
  /** Keys of the providers of games that the environment holds, by code. */
  readonly vendorKeys: Readonly<Record<string, string>>;
  /** Settings of the embedded platform that differ from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Reads and checks a merchant file; throws `MerchantFileError` with all problems. */
export function readMerchantFile(name: string, environment: Source): MerchantConfig {
  const path = resolve(name);
  const raw = parse(name, path);
  const files = fileReader(dirname(path));
  const found = [...unknownKeys(merchantFile, raw), ...secretsIn(raw)];
  const outer = v.safeParse(merchantFile, raw);
  // `unknownKeys` has already reported these, with the known keys.
  if (!outer.success) found.push(...issueProblems(outer.issues.filter(({ expected }) => expected !== 'never')));
  const own = isObject(raw.settings) ? raw.settings : {};
  found.push(...unknownKeys(platformSettings, own, ['settings']));
  const file = outer.output as MerchantFile;
  const base = raw.demo === true ? demoSettings() : initialSettings(typeof own.currency === 'string' ? own.currency : undefined);
  const inner = v.safeParse(platformSettings, merged(base, own));
  if (!inner.success) found.push(...issueProblems(inner.issues, ['settings']));
  found.push(...contradictions({ file, settings: (inner.output ?? base) as MerchantSettings, environment }, found));
  const vendors = outer.success ? readVendors(file, files) : undefined;
  const branding = outer.success ? readBranding(file, files) : undefined;
  const problems = distinct([...found, ...files.problems]);
  if (!branding || problems.length > 0) throw new MerchantFileError(name, problems);
  return {
    code: file.code,
    demo: file.demo,
    branding,
    requests: file.requests ?? {},
    defaults: file.defaults,
    platform: file.platform,
    variables: variablesOf(file),
    payments: file.payments,
    vendors,
    agents: fileAgents(file.agents, environment),
    vendorKeys: vendorKeysOf(file.vendors, environment),
    settings: file.upstreams ? {} : { ...platformSettingsOf(file), ...own },
  };
}

function parse(name: string, path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new MerchantFileError(name, [{ path: WHOLE_FILE, value: displayValue(name), wanted: 'a file that can be read' }]);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new MerchantFileError(name, [{ path: WHOLE_FILE, value: 'not JSON', wanted: `JSON (${reason})` }]);
  }
  throw new MerchantFileError(name, [{ path: WHOLE_FILE, value: displayValue(text.trim()), wanted: 'an object' }]);
}

function readBranding({ brand, languages, language, hosts, legal }: MerchantFile, files: FileReader): Branding | undefined {
  const mark = files.picture('brand.mark', brand.mark);
  if (mark && mark.width !== mark.height)
    files.problems.push({ path: 'brand.mark', value: displayValue(brand.mark), wanted: `square; it has ${mark.width} by ${mark.height}` });
  const logo = brand.logo === undefined ? undefined : files.picture('brand.logo', brand.logo);
  const logoLight = brand.logoLight === undefined ? logo : files.picture('brand.logoLight', brand.logoLight);
  const pages = Object.entries(legal ?? {}).map(([page, texts]) => {
    const read = Object.entries(texts).map(([code, name]) => [code, files.html(`legal.${page}.${code}`, name) ?? ''] as const);
    return [page, Object.fromEntries(read)] as const;
  });
  return (
    mark && {
      name: brand.name,
      style: { hue: brand.hue, radius: brand.radius },
      theme: brand.theme,
      pictures: { mark, ...(logo && logoLight && { logo: { dark: logo, light: logoLight } }) },
      languages,
      language,
      ...(hosts && { hosts: { images: hosts.images, launch: hosts.launch } }),
      legal: Object.fromEntries(pages),
    }
  );
}

/** The providers with their games, in the form of the platform. */
function readVendors({ vendors }: MerchantFile, files: FileReader): FileVendors | undefined {
  if (!vendors) return undefined;
  const providers = vendors.providers?.map(({ games, gamesFile, ...definition }, index) => ({
    definition,
    ...defined({ games: games ?? (gamesFile === undefined ? undefined : files.games(`vendors.providers[${index}].gamesFile`, gamesFile)) }),
  }));
  return defined({ builtIn: vendors.builtIn, providers });
}

/** Settings of the embedded platform that the file defines outside of `settings`. */
function platformSettingsOf({ brand, languages, language, hosts }: MerchantFile): Readonly<Record<string, unknown>> {
  return {
    brandName: brand.name,
    languages,
    defaultLanguage: language,
    defaultTheme: brand.theme,
    ...(hosts && { imageCDNs: hosts.images, launchGameCDNs: hosts.launch, domains: hosts.domains }),
  };
}

function variablesOf({ code, publicUrl, upstreams, region, phoneService }: MerchantFile): Source {
  return {
    MERCHANT: code,
    PUBLIC_URL: publicUrl,
    UPSTREAM_WPS_URL: upstreams?.wps,
    UPSTREAM_LGW_URL: upstreams?.lgw,
    UPSTREAM_LOTTO_URL: upstreams?.lotto,
    FIREBASE_PROJECT_ID: phoneService?.projectId,
    REGION_ALLOW: region?.allow.join(),
    REGION_DENY: region?.deny.join(),
    REGION_UNKNOWN: region?.unknown,
    ADDRESS_ALLOW: region?.allowAddresses.join(),
    ADDRESS_DENY: region?.denyAddresses.join(),
  };
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ path, wanted }) => {
    const key = `${path} ${wanted}`;
    return !seen.has(key) && seen.add(key);
  });
}
