import { spawnSync } from 'node:child_process';
import type { Order, Scan, Tool } from './contracts.ts';
import { sqlmap } from './sqlmap.ts';
import { wapiti } from './wapiti.ts';

export const TOOLS: readonly Tool[] = ['wapiti', 'sqlmap'];
export const scanWith: Readonly<Record<Tool, (order: Order) => Promise<Scan>>> = { wapiti, sqlmap };

export function isInstalled(tool: Tool): boolean {
  return spawnSync('which', [tool]).status === 0;
}

/** Sqlmap compares pages word by word and executes no scripts, so removing scripts, styles and icons halves its time. */
export function isPlain(tool: Tool): boolean {
  return tool === 'sqlmap';
}
