import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

/** TCP ports on which a Linux process listens, from its entries in `/proc`. */
export function listeningPorts(pid: number): readonly number[] {
  const inodes = new Set(readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => inodeOf(`/proc/${pid}/fd/${descriptor}`) ?? []));
  const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8').trim().split('\n').slice(1));
  const ports = lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === LISTENING && inodes.has(inode) ? [Number.parseInt(local.split(':').at(-1) ?? '', 16)] : [];
  });
  return [...new Set(ports)];
}

function inodeOf(descriptor: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(descriptor))?.[1];
  } catch {
    // The descriptor was closed in the meantime.
    return undefined;
  }
}
