import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type FsInit = Awaited<ReturnType<NodeFS['init']>>;

/** The parts of Emscripten's file layer that the flush needs; PGlite does not type them. */
interface FileLayer {
  readonly NODEFS: {
    stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
    realPath(node: unknown): string;
  };
}

const EIO = 29;

/**
 * PGlite's folder on disk with a real flush. The file layer that PGlite ships has no fsync operation (upstream issue
 * 1107), so a commit would survive a killed process but not a power cut. This leans on internals: whoever opens a
 * database checks that `syncs` grows with a commit.
 */
export class SyncNodeFS extends NodeFS {
  syncs = 0;

  override async init(...args: Parameters<NodeFS['init']>): Promise<FsInit> {
    const result = await super.init(...args);
    const hook = (module: unknown) => {
      const { NODEFS } = module as FileLayer;
      NODEFS.stream_ops.fsync = (stream) =>
        this.#flush(
          () => stream.nfd,
          () => NODEFS.realPath(stream.node),
        );
    };
    const options = result.emscriptenOpts as { preRun?: ((module: unknown) => void)[] };
    options.preRun = [hook, ...(options.preRun ?? [])];
    return result;
  }

  #flush(descriptor: () => number | undefined, path: () => string): number {
    try {
      this.syncs += 1;
      const open = descriptor();
      if (open !== undefined) {
        fsyncSync(open);
        return 0;
      }
      const opened = openSync(path(), 'r');
      try {
        fsyncSync(opened);
      } finally {
        closeSync(opened);
      }
      return 0;
    } catch {
      return EIO;
    }
  }
}
