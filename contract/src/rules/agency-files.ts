/** Places a file of an agency lies in; 8 holds the logs and is no place of client files. */
export const StorageLocation = { clientFile: 0, search: 4, texting: 5, vendor: 6, log: 8 } as const

/** Where files of one client lie, named as the lookup names them. */
export const clientLocations = [
  { location: 0, name: 'Client File' },
  { location: 4, name: 'Search' },
  { location: 5, name: 'Texting' },
  { location: 6, name: 'Vendor' },
] as const
export type ClientLocation = (typeof clientLocations)[number]['location']

/** The locations that are looked up unless a screen says otherwise. */
export const lookedUpLocations = [0, 6, 5] as const satisfies readonly ClientLocation[]

/** The places that Client Totals shows, named as it names them. */
export const totalsLocations = [
  { location: 0, name: 'Data Sync' },
  { location: 4, name: 'Search' },
  { location: 5, name: 'Texting' },
] as const

/** Codes of the file systems in the lookup. */
export const FileSystemCode = { conversion: 1, search: 2, reporting: 4, texting: 8, vendor: 16 } as const

/** What the lookup's table can be narrowed down to. */
export const fileSystemFilters = [
  { value: 0, label: 'All' },
  { value: FileSystemCode.conversion, label: 'Conversion' },
  { value: FileSystemCode.texting, label: 'Texting' },
  { value: FileSystemCode.vendor, label: 'Vendor' },
] as const

const systems: Readonly<Record<ClientLocation, number>> = {
  0: FileSystemCode.conversion,
  4: FileSystemCode.search,
  5: FileSystemCode.texting,
  6: FileSystemCode.vendor,
}

/** The file system that a location belongs to. */
export function getFileSystem(location: ClientLocation): number {
  return systems[location]
}

/** Bits of an agency's domains. */
export const AgencyDomain = { search: 1, texting: 2, vendor: 4 } as const

/** What a download can be of; `log` may also be written as its location, 8. */
export const fileTypes = ['client', 'log', 'agencyConfig', 'agencyMetrics', 'agencyMultifolder'] as const
export type FileType = (typeof fileTypes)[number]

/** What may be sent to the receiver again (B-17). */
export const resendEvents = [
  { eventId: 1, label: 'Client File' },
  { eventId: 2, label: 'Metric File' },
  { eventId: 3, label: 'Config File' },
] as const

/** Eight digits, kept as text because zeros in front belong to it. */
export const clientIdPattern = /^[0-9]{8}$/

/** How bad a log line is, the least first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

const levelWord =
  /\b(?:(fatal|error|severe|critical)|(warn(?:ing)?)|(info(?:rmation)?|notice)|(debug|trace|verbose))\b/i
/** A level stands near the beginning of its line, behind the time. */
const levelWithin = 80

/** The level a log line names; undefined for one that names none, such as a line of a stack. */
export function parseLogLevel(line: string): LogLevel | undefined {
  const found = levelWord.exec(line.slice(0, levelWithin))
  if (found === null) return undefined
  const [, error, warn, info] = found
  if (error !== undefined) return 'error'
  if (warn !== undefined) return 'warn'
  return info === undefined ? 'debug' : 'info'
}

/** True for a line of this level or a worse one. */
export function isAtLeast(line: string, level: LogLevel): boolean {
  const own = parseLogLevel(line)
  return own !== undefined && logLevels.indexOf(own) >= logLevels.indexOf(level)
}
