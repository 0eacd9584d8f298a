import type { TransferInstruction } from '../../server/platform/ledger/index.ts';
import { WALLET } from '../../server/platform/ledger/index.ts';

export const NODES = 2;
export const MEMBERS = Array.from({ length: 16 }, (_, n) => `node-member-${String(n).padStart(2, '0')}`);
export const OPENING = 1_000n;
const MAX = 400;
/** Every fifth order repeats an earlier one, given to any node. */
const REPEAT = 5;

/** The orders of all nodes, deterministic, so that two processes repeat each other's. */
export function orderOf(index: number): TransferInstruction {
  if (index > 0 && index % REPEAT === 0) return orderOf(pick(index, 0, index));
  const from = MEMBERS[pick(index, 1, MEMBERS.length)] ?? '';
  const others = MEMBERS.filter((id) => id !== from);
  const units = BigInt(1 + pick(index, 2, MAX));
  return {
    reference: `node:${index}`,
    kind: 'upline',
    currency: 'CNY',
    realm: 'real',
    memberId: from,
    legs: [
      { owner: from, kind: WALLET, units: -units },
      { owner: others[pick(index, 3, others.length)] ?? '', kind: WALLET, units },
    ],
  };
}

/** A pseudo-random number below `below`, the same in every run (mulberry32). */
function pick(index: number, salt: number, below: number): number {
  let state = (Math.imul(index + 1, 0x9e3779b1) + Math.imul(salt + 1, 0x85ebca6b)) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) % below;
}
