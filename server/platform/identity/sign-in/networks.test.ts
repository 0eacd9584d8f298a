import { expect, it } from 'vitest';
import { networkOf } from './networks.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', networkOf('2001:db8:1:2::1')],
  ['2001:0DB8:0001:0002::', networkOf('2001:db8:1:2:ffff::9')],
  ['fe80::1%eth0', networkOf('fe80::2')],
  ['', null],
  ['unknown', null],
  ['203.0.113.999', null],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('distinguishes neighbours', () => {
  const networks = ['2001:db8:1:2::1', '2001:db8:1:3::1', '203.0.113.7', '203.0.113.8', '::1'].map(networkOf);
  expect(new Set(networks).size).toBe(5);
  expect(networks).not.toContain(null);
});
