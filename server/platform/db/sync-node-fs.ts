import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DirectoryLost } from './directory-lock.ts';
import { OTHERS } from './owner-only.ts';

type FsInit = Awaited<ReturnType<NodeFS['init']>>;
type Operation = (...args: never[]) => unknown;

/** The parts of Emscripten's file layer that are changed here; PGlite does not type them. */
interface FileLayer {
  readonly NODEFS: {
    stream_ops: Record<string, Operation> & { fsync?: (stream: { nfd?: number; node: unknown }) => number };
    node_ops: Record<string, Operation>;
    realPath(node: unknown): string;
  };
  readonly FS: { readonly ErrnoError: new (code: number) => Error };
  _PostgresMainLoopOnce(): void;
  _PostgresMainLongJmp(): void;
  _PostgresSendReadyForQueryIfNecessary(): void;
  _pgl_pq_flush(): void;
}

const EIO = 29;
/** PGlite's status of the engine's own jump out of a failed statement. */
const JUMP = 100;
/** WASI's numbers of what a disk that takes nothing more answers. */
const FULL: Readonly<Record<number, string>> = { 51: 'the disk is full', 19: 'the disk quota is used up', 69: 'the disk is read-only' };
const LOG_FOLDER = '/pg_wal/';
const CHANGES_FOLDERS = ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'];

/** The engine has given up by itself; its folder is as after a kill. */
export class EngineStopped extends Error {
  override readonly name: string = 'EngineStopped';
}

/**
 * The log of the database could not be written. PostgreSQL ends itself then, which in this build never returns; so this error leaves
 * through the engine instead, which is opened again. What was not committed is lost, as after a kill.
 */
export class LogNotWritten extends EngineStopped {
  override readonly name = 'LogNotWritten';

  constructor(cause: unknown) {
    super(`The database cannot write: ${FULL[(cause as { errno?: number }).errno ?? EIO] ?? 'the disk reports an error'}.`, { cause });
  }
}

/** Asked before each change of the folder; throws when this process may not write to it. */
export interface WriteGuard {
  check(isCommit?: boolean): void;
}

/**
 * PGlite's folder on disk with a real flush, a guard before each change, and files for their owner only. The file layer that PGlite
 * ships has no fsync operation (upstream issue 1107), so a commit would survive a killed process but not a power cut; and it
 * makes files that everybody can write. This leans on internals: the caller checks that `syncs` and `checks` grow with a commit.
 */
export class SyncNodeFS extends NodeFS {
  syncs = 0;
  checks = 0;
  /** Why the engine has stopped in the middle of its work. */
  stopped: Error | undefined;
  /** The first write that the disk did not take. */
  unwritten: Error | undefined;
  /** What the engine says while it starts; the caller drops it after that. */
  printed: string[] | undefined = [];
  readonly #guard: WriteGuard;

  constructor(dir: string, guard: WriteGuard) {
    super(dir);
    this.#guard = guard;
  }

  override async init(...args: Parameters<NodeFS['init']>): Promise<FsInit> {
    const result = await super.init(...args);
    const hook = (module: unknown) => {
      this.#changeFiles(module as FileLayer);
      this.#letErrorsOut(module as FileLayer);
    };
    const options = result.emscriptenOpts as { preRun?: ((module: unknown) => void)[]; printErr?: (line: string) => void };
    options.preRun = [hook, ...(options.preRun ?? [])];
    const { printErr } = options;
    options.printErr = (line) => {
      this.printed?.push(line);
      printErr?.(line);
    };
    return result;
  }

  /**
   * PGlite runs the engine again after any exception but the engine's own jump, so one that ends the engine (a panic, too) would
   * keep the thread busy for ever. Here it leaves, and what PGlite does after it is left out.
   */
  #letErrorsOut(module: FileLayer): void {
    const { _PostgresMainLoopOnce: loop, _PostgresMainLongJmp: jump } = module;
    const { _PostgresSendReadyForQueryIfNecessary: ready, _pgl_pq_flush: flush } = module;
    module._PostgresMainLoopOnce = () => {
      try {
        if (!this.stopped) return loop();
      } catch (error) {
        if ((error as { status?: unknown }).status !== JUMP) this.stopped ??= toStop(error);
      }
      throw { status: JUMP };
    };
    module._PostgresMainLongJmp = () => {
      if (this.stopped) throw this.stopped;
      jump();
    };
    module._PostgresSendReadyForQueryIfNecessary = () => void (this.stopped ?? ready());
    module._pgl_pq_flush = () => void (this.stopped ?? flush());
  }

  #changeFiles({ NODEFS, FS }: FileLayer): void {
    const allow = (isCommit = false) => {
      this.checks += 1;
      this.#guard.check(isCommit);
    };
    const { stream_ops: streams, node_ops: nodes } = NODEFS;
    const guard = (operations: Record<string, Operation>, name: string, change: (args: unknown[]) => unknown[] = (args) => args) => {
      const original = operations[name];
      if (!original) throw new Error(`The file layer of the embedded database has no operation ${name}.`);
      operations[name] = (...args) => {
        allow();
        return original(...(change(args) as never[]));
      };
    };
    guard(streams, 'setattr', ownerOnlyAttributes);
    for (const name of CHANGES_FOLDERS) guard(nodes, name, OWNER_ONLY[name]);
    const write = streams.write as (stream: { node: unknown }, ...rest: unknown[]) => unknown;
    const isLog = (stream: { node: unknown }) => NODEFS.realPath(stream.node).includes(LOG_FOLDER);
    streams.write = (stream: { node: unknown }, ...rest: unknown[]) => {
      const toLog = isLog(stream);
      allow(toLog);
      try {
        return write(stream, ...rest);
      } catch (error) {
        if (!(error instanceof FS.ErrnoError)) throw error;
        this.unwritten ??= new LogNotWritten(error);
        throw toLog ? new LogNotWritten(error) : error;
      }
    };
    streams.fsync = (stream) => {
      allow(true);
      this.#flush(
        () => stream.nfd,
        () => NODEFS.realPath(stream.node),
      );
      return 0;
    };
  }

  #flush(descriptor: () => number | undefined, path: () => string): void {
    this.syncs += 1;
    try {
      const open = descriptor();
      if (open !== undefined) {
        fsyncSync(open);
        return;
      }
      const opened = openSync(path(), 'r');
      try {
        fsyncSync(opened);
      } finally {
        closeSync(opened);
      }
    } catch (error) {
      // After a failed flush nobody knows what is on the disk: PostgreSQL ends itself here as well.
      throw new LogNotWritten(error);
    }
  }
}

function toStop(error: unknown): Error {
  if (error instanceof LogNotWritten || error instanceof DirectoryLost) return error;
  return new EngineStopped('The engine of the embedded database has stopped.', { cause: error });
}

const OWNER_ONLY: Readonly<Record<string, (args: unknown[]) => unknown[]>> = {
  setattr: ownerOnlyAttributes,
  mknod: ([parent, name, mode, device]) => [parent, name, (mode as number) & ~OTHERS, device],
};

function ownerOnlyAttributes([node, attributes]: unknown[]): unknown[] {
  const { mode, ...rest } = attributes as { mode?: number };
  return [node, mode === undefined ? rest : { ...rest, mode: mode & ~OTHERS }];
}
