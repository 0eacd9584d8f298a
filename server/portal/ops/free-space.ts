import { statfs } from 'node:fs/promises';

export interface FreeSpace {
  /** Free share of the disk, 0 to 1. */
  readonly share: number;
  readonly bytes: number;
}

/** Free space on the disk of a folder; undefined if the system does not report it. */
export async function freeSpace(folder: string | undefined): Promise<FreeSpace | undefined> {
  if (folder === undefined) return undefined;
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.blocks > 0 ? { share: disk.bavail / disk.blocks, bytes: disk.bavail * disk.bsize } : undefined;
}
