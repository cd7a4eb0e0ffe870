import proxyAddress from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Longer than any way to write an address. */
const maxLength = 80

/** Reads an address, with or without a port; IPv4 written as IPv6 is IPv4. */
function parse(text: string): Address | undefined {
  if (text.length > maxLength) return undefined
  const { v4, v6, bare } =
    /^(?:(?<v4>[\d.]+):\d{1,5}|\[(?<v6>[^\]]+)\](?::\d{1,5})?|(?<bare>\S+))$/.exec(text.trim())?.groups ?? {}
  // A zone names a network card of the machine that wrote it.
  const address = (v4 ?? v6 ?? bare ?? '').replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}

/** An address in its one spelling, without a port; undefined for text that is none. */
export function parseAddress(text: string): string | undefined {
  return parse(text)?.toString()
}

/** What counts as one network: an IPv4 address, or the /64 that an IPv6 address lies in. */
export function toNetwork(address: string): string {
  const parsed = parse(address)
  if (!(parsed instanceof ipaddr.IPv6)) return address
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts
  return `${new ipaddr.IPv6([a, b, c, d, 0, 0, 0, 0]).toString()}/64`
}

/** Tells whether an address, with or without a port, is one of these or lies in one of these networks. */
export function isAmong(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => {
    const [address = '', bits] = network.split('/')
    const from = ipaddr.process(address)
    return { from, bits: bits === undefined ? from.toByteArray().length * 8 : Number(bits) }
  })
  return (text) => {
    const address = parse(text)
    return (
      address !== undefined &&
      ranges.some(({ from, bits }) => from.kind() === address.kind() && address.match(from, bits))
    )
  }
}

/** Where a request comes from: what the last trusted proxy says, or the socket's address where that is no address. */
export function getAddress({
  ip,
  socket,
}: {
  ip: string
  socket: { remoteAddress?: string | undefined }
}): string {
  return parseAddress(ip) ?? parseAddress(socket.remoteAddress ?? '') ?? 'unknown'
}

/** What tells the network of a request that the framework does not see, as it would (with `trustProxy`). */
export function networkReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = isAmong(trustedProxies)
  return (request) => toNetwork(getAddress({ ip: proxyAddress(request, isTrusted), socket: request.socket }))
}
