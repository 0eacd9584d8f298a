import { systemStatus } from '../../../shared/api/system/contract.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import { inTableForm } from './specified-forms.ts';

type Item = Readonly<Record<string, unknown>>;

/** Names that platforms give to the parts of a module tree. */
const NAMES = ['name', 'moduleName', 'module', 'code', 'key'];
const SWITCHES = ['enabled', 'enable', 'status', 'value', 'on'];
const ON: readonly unknown[] = [true, 1, '1', 'true', 'Y'];
const OFF: readonly unknown[] = [false, 0, '0', 'false', 'N'];
const DEPTH = 5;

/** The rules of the registration that the system status contains, in the form of `setting.register`; undefined without any. */
export async function registerRulesOf(upstream: Upstream, visitor: Visitor): Promise<unknown> {
  const { registerValidation } = await infoOf(upstream, visitor);
  return isItem(registerValidation) ? inTableForm('setting.register', registerValidation) : undefined;
}

/** The switches of the module tree in the system status, by name. */
export async function moduleFlagsOf(upstream: Upstream, visitor: Visitor): Promise<Readonly<Record<string, boolean>>> {
  const { whitelabel } = await infoOf(upstream, visitor);
  return Object.fromEntries(flagsIn(whitelabel));
}

async function infoOf(upstream: Upstream, visitor: Visitor): Promise<Item> {
  const answer = await upstream.call(systemStatus, {}, visitor);
  return answer.success ? (answer.value.info as Item) : {};
}

/** A tree is objects with a name and a switch, or names with their switch as value, at any depth. */
function flagsIn(tree: unknown, depth = DEPTH): [string, boolean][] {
  if (depth === 0) return [];
  if (Array.isArray(tree)) return tree.flatMap((one) => flagsIn(one, depth - 1));
  if (!isItem(tree)) return [];
  const name = NAMES.map((key) => tree[key]).find((value) => typeof value === 'string');
  const state = SWITCHES.map((key) => switchOf(tree[key])).find((value) => value !== undefined);
  if (typeof name === 'string' && state !== undefined)
    return [[name, state], ...Object.values(tree).flatMap((one) => flagsIn(one, depth - 1))];
  return Object.entries(tree).flatMap(([key, value]): [string, boolean][] => {
    const own = switchOf(value);
    return own === undefined ? flagsIn(value, depth - 1) : [[key, own]];
  });
}

function switchOf(value: unknown): boolean | undefined {
  if (ON.includes(value)) return true;
  return OFF.includes(value) ? false : undefined;
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
