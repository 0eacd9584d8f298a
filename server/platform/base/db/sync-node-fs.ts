import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { GROUP_AND_OTHERS } from '../owner-only.ts';
import { DirectoryLost } from './directory-lock.ts';

type FsInit = Awaited<ReturnType<NodeFS['init']>>;
type Operation = (...args: never[]) => unknown;

/** The replaced parts of Emscripten's file layer; PGlite has no types for them. */
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
/** PGlite's status for the engine's own jump out of a failed statement. */
const JUMP = 100;
/** WASI error numbers of a disk that accepts no writes. */
const FULL: Readonly<Record<number, string>> = { 51: 'the disk is full', 19: 'the disk quota is used up', 69: 'the disk is read-only' };
const LOG_FOLDER = '/pg_wal/';
const CHANGES_FOLDERS = ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'];

/** The engine has stopped by itself; its folder is in the state after a kill. */
export class EngineStopped extends Error {
  override readonly name: string = 'EngineStopped';
}

/**
 * The database's log could not be written. PostgreSQL would end its process, which never returns in this build; this error leaves the
 * engine instead, and the engine is opened again. Uncommitted changes are lost, as after a kill.
 */
class LogNotWritten extends EngineStopped {
  override readonly name = 'LogNotWritten';

  constructor(cause: unknown) {
    super(`The database cannot write: ${FULL[errnoOf(cause) ?? EIO] ?? 'the disk reports an error'}.`, { cause });
  }
}

function errnoOf(error: unknown): number | undefined {
  return (error as { errno?: number }).errno;
}

/** Called before each change of the folder; throws if this process may not write to it. */
export interface WriteGuard {
  check(isCommit?: boolean): void;
}

/**
 * PGlite's folder on disk with real flushes, a guard before each change, and owner-only files. PGlite's file layer has no fsync operation
 * (upstream issue 1107), so a commit would survive a killed process but not a power failure; and it creates files that every user can write.
 * This depends on internals: the caller checks that `syncs` and `checks` increase with a commit.
 */
export class SyncNodeFS extends NodeFS {
  syncs = 0;
  checks = 0;
  /** The reason why the engine stopped. */
  stopped: Error | undefined;
  /** The first write that the disk rejected. */
  unwritten: Error | undefined;
  /** Output of the engine during its start; the caller drops it afterwards. */
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
   * PGlite calls the engine again after any exception except the engine's own jump, so an error that ends the engine (also a panic) would
   * loop forever. Here it propagates and skips PGlite's handling.
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
        try {
          return original(...(change(args) as never[]));
        } catch (error) {
          if (error instanceof FS.ErrnoError && FULL[errnoOf(error) ?? EIO] !== undefined) this.unwritten ??= new LogNotWritten(error);
          throw error;
        }
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
      // After a failed flush the state of the disk is unknown: PostgreSQL ends its process here as well.
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
  mknod: ([parent, name, mode, device]) => [parent, name, (mode as number) & ~GROUP_AND_OTHERS, device],
};

function ownerOnlyAttributes([node, attributes]: unknown[]): unknown[] {
  const { mode, ...rest } = attributes as { mode?: number };
  return [node, mode === undefined ? rest : { ...rest, mode: mode & ~GROUP_AND_OTHERS }];
}
