/** Storage locations of an agency's files; 8 contains logs, not client files. */
export const StorageLocation = { clientFile: 0, search: 4, texting: 5, vendor: 6, log: 8 } as const

/** Locations of client files, named as in the lookup. */
export const clientLocations = [
  { location: 0, name: 'Client File' },
  { location: 4, name: 'Search' },
  { location: 5, name: 'Texting' },
  { location: 6, name: 'Vendor' },
] as const
export type ClientLocation = (typeof clientLocations)[number]['location']

/** The locations that a lookup covers by default. */
export const lookedUpLocations = [0, 6, 5] as const satisfies readonly ClientLocation[]

/** The locations of Client Totals, named as shown there. */
export const totalsLocations = [
  { location: 0, name: 'Data Sync' },
  { location: 4, name: 'Search' },
  { location: 5, name: 'Texting' },
] as const

/** Codes of the file systems in the lookup. */
export const FileSystemCode = { conversion: 1, search: 2, reporting: 4, texting: 8, vendor: 16 } as const

/** The filters of the lookup's table. */
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

/** Types of files, of uploads and downloads alike. */
export const fileTypes = ['client', 'log', 'agencyConfig', 'agencyMetrics', 'agencyMultifolder'] as const
export type FileType = (typeof fileTypes)[number]

/** What can be sent to its receiver again (B-17). */
export const resendEvents = [
  { eventId: 1, label: 'Client File' },
  { eventId: 2, label: 'Metric File' },
  { eventId: 3, label: 'Config File' },
] as const

/** Eight digits, stored as text because leading zeros matter. */
export const clientIdPattern = /^[0-9]{8}$/

/** True for the name of a file, without a path. */
export function isFileName(name: string): boolean {
  return name.isWellFormed() && !/[\p{Cc}/\\]/u.test(name) && name !== '.' && name !== '..'
}

/** Characters of a line of a log that are shown; a longer line is cut there. */
export const maxShownLine = 10_000

/** Levels of log lines, the least severe first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

const levelWord =
  /\b(?:(fatal|error|severe|critical)|(warn(?:ing)?)|(info(?:rmation)?|notice)|(debug|trace|verbose))\b/i
/** Characters at the beginning of a line, after the time, in which a level may occur. */
const levelWithin = 80

/** The level that a log line names; undefined if it names none, such as a line of a stack trace. */
export function parseLogLevel(line: string): LogLevel | undefined {
  const found = levelWord.exec(line.slice(0, levelWithin))
  if (found === null) return undefined
  const [, error, warn, info] = found
  if (error !== undefined) return 'error'
  if (warn !== undefined) return 'warn'
  return info === undefined ? 'debug' : 'info'
}

/** True for a line of this level or a more severe one. */
export function isAtLeast(line: string, level: LogLevel): boolean {
  const own = parseLogLevel(line)
  return own !== undefined && logLevels.indexOf(own) >= logLevels.indexOf(level)
}
