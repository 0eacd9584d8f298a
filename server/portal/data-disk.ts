import { statfs } from 'node:fs/promises';

/** Share of the disk of a folder that is free, 0 to 1; undefined where it cannot be told. */
export async function freeShare(folder: string | undefined): Promise<number | undefined> {
  if (folder === undefined) return undefined;
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.blocks > 0 ? disk.bavail / disk.blocks : undefined;
}
