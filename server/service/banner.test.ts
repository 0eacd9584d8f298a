import { describe, expect, it } from 'vitest';
import { type BannerFacts, banner } from '../banner.ts';

const FACTS: BannerFacts = {
  address: 'http://localhost:3000',
  adminAddress: 'http://127.0.0.1:3001',
  dataDir: '/data',
  upstream: undefined,
  accounts: [],
  hasOperators: false,
  reachablePort: undefined,
};
const DEMO = [{ role: 'member', account: 'demo01', password: 'Lagoon-demo-1' }];

describe('the start message', () => {
  it('requests two admins while there are no operators, and only then', () => {
    expect(banner(FACTS)).toContain('/console (no operators yet: add two admins with npm run operator -- add NAME admin)');
    expect(banner({ ...FACTS, hasOperators: true })).toContain('/console (your operator account)');
    expect(banner({ ...FACTS, hasOperators: true, accounts: DEMO })).toContain('/console (ops01, ops02 or ops03');
    expect(banner({ ...FACTS, upstream: 'http://platform.example' })).not.toContain('/console');
  });

  it('warns when other machines can reach the demo', () => {
    expect(banner({ ...FACTS, accounts: DEMO, reachablePort: 3000 })).toContain('other machines can reach port 3000');
    expect(banner({ ...FACTS, accounts: DEMO })).not.toContain('WARNING');
    expect(banner({ ...FACTS, reachablePort: 3000 })).not.toContain('WARNING');
  });
});
