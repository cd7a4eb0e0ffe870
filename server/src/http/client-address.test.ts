import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { getAddress, isAmong, networkReader, parseAddress, toNetwork } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5555', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:cb00:7107]:80', '203.0.113.7'],
  ['', undefined],
  ['unknown', undefined],
  ['203.0.113', undefined],
  ['3405803783', undefined],
  ['0x7f.0.0.1', undefined],
  ['203.0.113.7:port', undefined],
  ['203.0.113.7, 10.0.0.1', undefined],
  ["'; drop table journal; --", undefined],
  ['9'.repeat(6_000), undefined],
  // Longer than any address is, although an address stands in it.
  [`203.0.113.7${' '.repeat(70)}`, undefined],
  ['203.0.113.7:123456', undefined],
  ['[2001:db8::1]x', undefined],
])('%j is the address %s', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

test('a proxy is known by its address or its network, with a port or without', () => {
  const isProxy = isAmong(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])
  const proxies = ['10.1.2.3', '10.1.2.3:80', '::ffff:10.1.2.3', '192.0.2.1', '[2001:db8::5]:80']
  expect(proxies.map(isProxy)).toEqual(proxies.map(() => true))
  const others = ['11.0.0.1', '192.0.2.2', '192.0.2.0', '2001:db9::1', '::a01:203', 'proxy', '']
  expect(others.map(isProxy)).toEqual(others.map(() => false))
})

test('what is no address is the socket’s', () => {
  const from = (ip: string, remoteAddress?: string): string => getAddress({ ip, socket: { remoteAddress } })
  expect(from('203.0.113.7:5555', '10.0.0.1')).toBe('203.0.113.7')
  expect(from('garbage', '::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(from('garbage')).toBe('unknown')
})

test('a connection that has ended has no address', () => {
  expect(getAddress({ ip: undefined, socket: {} })).toBe('unknown')
  const request = { socket: {}, headers: { 'x-forwarded-for': '198.51.100.1' } } as unknown as IncomingMessage
  expect(networkReader(['10.0.0.0/8'])(request)).toBe('unknown')
})

test('the word of a proxy counts only where it is trusted, and then only the last one', () => {
  const from = (remoteAddress: string, forwarded?: string): IncomingMessage =>
    ({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as unknown as IncomingMessage
  const read = networkReader(['10.0.0.0/8'])
  expect(read(from('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7')
  expect(read(from('10.0.0.1', '198.51.100.1'))).toBe('198.51.100.1')
  expect(read(from('10.0.0.1', '192.0.2.9, 198.51.100.1, 10.0.0.2'))).toBe('198.51.100.1')
  expect(read(from('10.0.0.1', '2001:db8:1:2:3::4'))).toBe('2001:db8:1:2::/64')
  expect(read(from('10.0.0.1', 'nonsense'))).toBe('10.0.0.1')
  expect(read(from('10.0.0.1'))).toBe('10.0.0.1')
  expect(networkReader([])(from('10.0.0.1', '198.51.100.1'))).toBe('10.0.0.1')
})
