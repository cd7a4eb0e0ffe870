import { isIP } from 'node:net'
import { isFrameSite } from '@agency-support/contract/rules/frames'
import { serviceNames } from '@agency-support/contract/rules/service-hosts'
import type { Problem, SettingReader } from './reader.ts'

/** The framed pages of the management site, and which host name selects them (B-09). */
export interface FrameSettings {
  /** Environment key by host name, or by suffix with a leading dot. */
  hosts: Readonly<Record<string, string>>
  /** Host name of production; may be empty. */
  self: string
  /** URL by environment key and site key. */
  bases: Readonly<Record<string, Readonly<Record<string, string>>>>
}

type Pairs = Record<string, string>

/** True for a URL that never leaves this machine. */
export function isOnThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Reads origins separated by spaces. */
export function readOrigins(name: string, { text, problem }: SettingReader): string[] {
  const origins = splitWords(text(name, ''))
  for (const origin of origins)
    if (!isWebAddress(origin) || new URL(origin).origin !== origin)
      problem(`${name} must hold origins such as https://backoffice.example, not "${origin}".`)
  return origins
}

/** Reads IP addresses and networks, separated by spaces. */
export function readNetworks(name: string, { text, problem }: SettingReader): string[] {
  const networks = splitWords(text(name, ''))
  for (const network of networks) {
    const [address = '', bits = '0', ...more] = network.split('/')
    const max = isIP(address) === 6 ? 128 : 32
    if (isIP(address) === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > max)
      problem(`${name} must hold addresses or networks such as 10.0.0.0/8, not "${network}".`)
  }
  return networks
}

/** Reads `key=value` words separated by spaces. */
export function readPairs(name: string, { text, problem }: SettingReader): Pairs {
  const pairs: Pairs = {}
  for (const word of splitWords(text(name, ''))) {
    const [, key, value] = /^([^=]+)=(.+)$/.exec(word) ?? []
    if (key === undefined || value === undefined)
      problem(`${name} must be words such as key=value, separated by blanks, not "${word}".`)
    else pairs[key] = value
  }
  return pairs
}

/** Reads `key=value` words whose values are http or https URLs. */
export function readAddresses(name: string, reader: SettingReader): Pairs {
  const pairs = readPairs(name, reader)
  for (const address of Object.values(pairs))
    if (!isWebAddress(address))
      reader.problem(`${name} holds "${address}", which is no http or https address.`)
  return pairs
}

/** Reads the address of a page; may be empty. */
export function readPageAddress(name: string, { text, problem }: SettingReader): string {
  const address = text(name, '')
  if (address !== '' && !isWebAddress(address))
    problem(`${name} must be an http or https address, not "${address}".`)
  return address
}

/** Reads STATUS_SITES, words such as `qa=https://status.qa.example`. */
export function readStatusSites(reader: SettingReader): Pairs {
  const sites = readAddresses('STATUS_SITES', reader)
  for (const environment of Object.keys(sites))
    if (environment !== 'default' && !environments.includes(environment))
      reader.problem(
        `STATUS_SITES must name default or one of ${environments.join(', ')}, not "${environment}".`,
      )
  return sites
}

/** Reads a base URL, without its trailing slash; must be https unless it is on this machine. */
export function readBaseUrl(name: string, text: string, problem: Problem): string {
  if (text === '') return ''
  const url = isWebAddress(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url !== undefined && isOnThisMachine(url))
  if (!isSafe || !isBase(url))
    problem(
      `${name} must be an https address without query, such as https://files.example.com, not "${text}".`,
    )
  return text.replace(/\/+$/, '')
}

/** Checks the base URL of a provider: our credentials are sent there, so it must be https unless it is on this machine. */
export function checkProviderUrl(name: string, text: string, example: string, problem: Problem): void {
  const url = isWebAddress(text) ? new URL(text) : undefined
  if (url === undefined || !isBase(url))
    problem(`${name} must be an address such as ${example}, not "${text}".`)
  else if (url.protocol === 'http:' && !isOnThisMachine(url))
    problem(`${name} must begin with https:// unless it is on this machine.`)
}

/** True for a URL to which a path can be appended, and which carries no credentials. */
function isBase({ search, hash, username, password }: URL): boolean {
  return [search, hash, username, password].every((part) => part === '')
}

/** True for an http or https URL. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

/** Reads FRAME_HOSTS, FRAME_SELF and FRAME_PAGES; a framed page must not come from the console's own origin. */
export function readFrames(reader: SettingReader, publicOrigin: string): FrameSettings {
  const { text, problem } = reader
  const bases: Record<string, Pairs> = {}
  const hosts = readPairs('FRAME_HOSTS', reader)
  const pages = readAddresses('FRAME_PAGES', reader)
  for (const [place, address] of Object.entries(pages)) {
    const [, environment, site] = /^([^/]+)\/([^/]+)$/.exec(place) ?? []
    if (environment === undefined || !isFrameSite(site))
      problem(`FRAME_PAGES must name environment and page such as qa/agency-detail-6x, not "${place}".`)
    else if (!isSelected(environment, hosts))
      problem(`FRAME_PAGES names the environment "${environment}", which no host name selects.`)
    else bases[environment] = { ...bases[environment], [site]: address }
    // A page from our own origin could remove its frame's sandbox attribute.
    if (isWebAddress(address) && new URL(address).origin === publicOrigin)
      problem(`FRAME_PAGES holds "${address}"; a framed page must come from another origin.`)
  }
  return {
    hosts,
    self: text('FRAME_SELF', ''),
    bases,
  }
}

/** Origin by environment key and service: other hosts for the calls that the documents place there. */
export type HostsOfServices = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The environments that need no entry in FRAME_HOSTS. */
export const environments: readonly string[] = ['local', 'dev', 'qa', 'po', 'live', 'app', 'production']

const isSelected = (environment: string, hosts: Pairs): boolean =>
  environments.includes(environment) || Object.values(hosts).includes(environment)

/** Reads SERVICE_HOSTS, words such as `qa/user-api=https://users.qa.example`. */
export function readServiceHosts(
  reader: SettingReader,
  publicOrigin: string,
  { hosts: names }: FrameSettings,
): HostsOfServices {
  const { problem } = reader
  const hosts: Record<string, Pairs> = {}
  for (const [place, address] of Object.entries(readAddresses('SERVICE_HOSTS', reader))) {
    const [, environment, service] = /^([^/]+)\/([^/]+)$/.exec(place) ?? []
    if (environment === undefined || service === undefined || !serviceNames.includes(service))
      problem(`SERVICE_HOSTS must name environment and service such as qa/user-api, not "${place}".`)
    // Otherwise nobody would notice that this server answers the calls itself.
    else if (!isSelected(environment, names))
      problem(`SERVICE_HOSTS names the environment "${environment}", which no host name selects.`)
    else if (isWebAddress(address) && new URL(address).origin !== address)
      problem(`SERVICE_HOSTS must hold origins without a path, not "${address}".`)
    else if (address === publicOrigin)
      problem(`SERVICE_HOSTS holds "${address}", which is the console itself.`)
    // Names, permissions and new passwords are sent there.
    else if (isWebAddress(address) && !address.startsWith('https:') && !isOnThisMachine(new URL(address)))
      problem(`SERVICE_HOSTS must hold https origins unless they are on this machine, not "${address}".`)
    else hosts[environment] = { ...hosts[environment], [service]: address }
  }
  return hosts
}

/** The origins of framed pages, without duplicates. */
export function frameOrigins({ bases }: FrameSettings): readonly string[] {
  const addresses = Object.values(bases).flatMap((sites) => Object.values(sites))
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}

/** The status site of an environment; `local` uses that of `dev`, and one without an entry the default. */
export function getStatusSite(environment: string, sites: Readonly<Record<string, string>>): string {
  const key = environment === 'local' ? 'dev' : environment
  return sites[key] ?? sites['default'] ?? ''
}

/** Reads the endpoint for traces, which may use http inside our network; undefined if not set. */
export function readTraces(text: string, problem: Problem): string | undefined {
  const given = text.replace(/\/+$/, '')
  if (given === '') return undefined
  if (isWebAddress(given) && isBase(new URL(given))) return given
  // Not quoted, because it may contain a password.
  problem(
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address without user and query, such as http://127.0.0.1:4318.',
  )
  return undefined
}
