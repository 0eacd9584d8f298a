import { type messages, type PGlite, parse, protocol } from '@electric-sql/pglite';

export interface Outcome {
  readonly rows: readonly Record<string, unknown>[];
  readonly affectedRows: number;
}

/** Statements that the embedded database has already parsed and planned. */
export interface Statements {
  /** With `begins` it starts a transaction. `values` are text, numbers, booleans, bytes, lists of these, or null. */
  run(text: string, values: readonly unknown[], begins: boolean): Promise<Outcome>;
  /** Call it after a change of tables, which invalidates the parsed statements. */
  clear(): Promise<void>;
}

type Messages = Awaited<ReturnType<PGlite['execProtocol']>>['messages'];
interface Prepared {
  readonly name: string;
  readonly types: readonly number[];
  /** Description of its rows; empty for a statement without rows. */
  readonly shape: Messages;
}

/** Limit of stored statements, because lists of varying length give different texts. The least recently used one is dropped. */
const MAX = 500;
/** Limit of texts seen once; most are never repeated. */
const MAX_SEEN = 2_000;
/**
 * Runs before a plan is renewed. Plans depend on table sizes, and no background process analyses tables here: without renewal a plan made
 * for an empty table would scan it forever.
 */
const PLANS_FOR = 5_000;
const { serialize } = protocol;

/**
 * PGlite's own `query` parses, plans and describes each statement in six calls of the database. Here a repeated text is prepared once; each
 * later run costs one call and a third of the processor time.
 */
export function createStatements(pglite: PGlite): Statements {
  const prepared = new Map<string, Prepared>();
  const seen = new Set<string>();
  let names = 0;
  let runs = 0;

  async function prepare(text: string): Promise<Prepared> {
    names += 1;
    const name = `s${names}`;
    const { messages } = await pglite.execProtocol(
      joined(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()),
    );
    const described = messages.find((message) => message.name === 'parameterDescription') as
      | messages.ParameterDescriptionMessage
      | undefined;
    const made = { name, types: described?.dataTypeIDs ?? [], shape: messages.filter((message) => message.name === 'rowDescription') };
    prepared.set(text, made);
    if (prepared.size > MAX) await drop();
    return made;
  }

  async function drop(): Promise<void> {
    for (const [text, { name }] of prepared) {
      prepared.delete(text);
      await pglite.execProtocol(joined(serialize.close({ type: 'S', name }), serialize.sync()));
      return;
    }
  }

  function find(text: string): Prepared | undefined {
    const found = prepared.get(text);
    if (!found) return undefined;
    prepared.delete(text);
    prepared.set(text, found);
    return found;
  }

  function isNew(text: string): boolean {
    if (seen.delete(text)) return false;
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(text);
    return true;
  }

  async function execute({ name, types, shape }: Prepared, values: readonly unknown[], begins: boolean): Promise<Outcome> {
    const bound = values.map((value, nr) => toText(value, pglite.serializers[types[nr] ?? 0]));
    const parts = [serialize.bind({ statement: name, values: bound }), serialize.execute({}), serialize.sync()];
    const { messages } = await pglite.execProtocol(joined(...(begins ? [serialize.query('begin')] : []), ...parts));
    const [outcome] = parse.parseResults([...shape, ...(begins ? afterBegin(messages) : messages)], pglite.parsers);
    return { rows: (outcome?.rows ?? []) as Record<string, unknown>[], affectedRows: outcome?.affectedRows ?? 0 };
  }

  return {
    async run(text, values, begins) {
      runs += 1;
      if (runs % PLANS_FOR === 0) await pglite.exec('discard plans');
      const known = find(text);
      if (known) return execute(known, values, begins);
      if (begins) await pglite.exec('begin');
      if (!isNew(text)) return execute(await prepare(text), values, false);
      const { rows, affectedRows } = await pglite.query<Record<string, unknown>>(text, [...values]);
      return { rows, affectedRows: affectedRows ?? 0 };
    },
    async clear() {
      seen.clear();
      if (prepared.size === 0) return;
      prepared.clear();
      await pglite.exec('deallocate all');
    },
  };
}

/** The messages after the reply to `begin`. */
function afterBegin(messages: Messages): Messages {
  return messages.slice(messages.findIndex(({ name }) => name === 'readyForQuery') + 1);
}

function toText(value: unknown, serializer: ((value: unknown) => unknown) | undefined): string | null {
  if (value === null || value === undefined) return null;
  return String(serializer ? serializer(value) : value);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
