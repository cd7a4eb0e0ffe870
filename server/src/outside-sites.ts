/** Where the pages of the management site are framed from, and by which host name (B-09). */
export interface FrameSettings {
  /** Host name, or suffix with a dot in front, to environment key. */
  hosts: Readonly<Record<string, string>>
  /** Host name that counts as production; empty for none. */
  self: string
  /** Environment key to site key to address. */
  bases: Readonly<Record<string, Readonly<Record<string, string>>>>
}

type Pairs = Record<string, string>
type Problem = (sentence: string) => void

/** Reads `key=value` words separated by blanks. */
export function readPairs(name: string, text: string | undefined, problem: Problem): Pairs {
  const pairs: Pairs = {}
  for (const word of (text ?? '').split(/\s+/).filter((one) => one !== '')) {
    const [, key, value] = /^([^=]+)=(.+)$/.exec(word) ?? []
    if (key === undefined || value === undefined)
      problem(`${name} must be words such as key=value, separated by blanks, not "${word}".`)
    else pairs[key] = value
  }
  return pairs
}

/** The same where every value is an address of http or https. */
export function readAddresses(name: string, text: string | undefined, problem: Problem): Pairs {
  const pairs = readPairs(name, text, problem)
  for (const address of Object.values(pairs))
    if (!isWebAddress(address)) problem(`${name} holds "${address}", which is no http or https address.`)
  return pairs
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

/** Reads FRAME_HOSTS, FRAME_SELF and FRAME_PAGES; a page must not come from the console's own origin. */
export function readFrames(
  env: Readonly<Record<string, string | undefined>>,
  publicOrigin: string,
  problem: Problem,
): FrameSettings {
  const bases: Record<string, Pairs> = {}
  const pages = readAddresses('FRAME_PAGES', env['FRAME_PAGES'], problem)
  for (const [place, address] of Object.entries(pages)) {
    const [, environment, site] = /^([^/]+)\/([^/]+)$/.exec(place) ?? []
    if (environment === undefined || site === undefined)
      problem(`FRAME_PAGES must name environment and page such as qa/agency-detail-6x, not "${place}".`)
    else bases[environment] = { ...bases[environment], [site]: address }
    // A page of our own origin would break out of the sandbox attribute of its frame.
    if (isWebAddress(address) && new URL(address).origin === publicOrigin)
      problem(`FRAME_PAGES holds "${address}"; a framed page must come from another origin.`)
  }
  return {
    hosts: readPairs('FRAME_HOSTS', env['FRAME_HOSTS'], problem),
    self: env['FRAME_SELF']?.trim() ?? '',
    bases,
  }
}

/** The origins that pages are framed from, each once. */
export function frameOrigins({ bases }: FrameSettings): readonly string[] {
  const addresses = Object.values(bases).flatMap((sites) => Object.values(sites))
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}

/** The status site of an environment: local counts as dev, and what has none of its own has the default. */
export function statusSiteOf(environment: string, sites: Readonly<Record<string, string>>): string {
  const key = environment === 'local' ? 'dev' : environment
  return sites[key] ?? sites['default'] ?? ''
}
