import proxyAddress from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Longer than any valid notation of an address. */
const maxLength = 80

/** Parses an address with or without a port; IPv4-mapped IPv6 becomes IPv4. A connection that has ended has none. */
function parse(text: string | undefined): Address | undefined {
  if (text === undefined || text.length > maxLength) return undefined
  const { v4, v6, bare } =
    /^(?:(?<v4>[\d.]+):\d{1,5}|\[(?<v6>[^\]]+)\](?::\d{1,5})?|(?<bare>\S+))$/.exec(text.trim())?.groups ?? {}
  // A zone id only names a network interface of the machine that wrote it.
  const address = (v4 ?? v6 ?? bare ?? '').replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}

/** An address in canonical form, without a port; undefined if the text is not an address. */
export function parseAddress(text: string | undefined): string | undefined {
  return parse(text)?.toString()
}

/** The unit by which rate limits count clients: an IPv4 address, or the /64 of an IPv6 address. */
export function toNetwork(address: string): string {
  const parsed = parse(address)
  if (!(parsed instanceof ipaddr.IPv6)) return address
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts
  return `${new ipaddr.IPv6([a, b, c, d, 0, 0, 0, 0]).toString()}/64`
}

/** Returns a test whether an address, with or without a port, is in the list or lies in one of its networks. */
export function isAmong(networks: readonly string[]): (address: string | undefined) => boolean {
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

/** The client address of a request: what the last trusted proxy says, or the socket's address if that is invalid. */
export function getAddress({
  ip,
  socket,
}: {
  ip: string | undefined
  socket: { remoteAddress?: string | undefined }
}): string {
  return parseAddress(ip) ?? parseAddress(socket.remoteAddress) ?? 'unknown'
}

/** Reads the network of a request that Fastify does not see, by the same rule as its `trustProxy`. */
export function networkReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = isAmong(trustedProxies)
  return (request) => toNetwork(getAddress({ ip: proxyAddress(request, isTrusted), socket: request.socket }))
}
