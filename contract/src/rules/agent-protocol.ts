/** The versions of the agents' protocol, oldest first; software that reports none uses the first. */
export const protocolVersions = [
  { version: 1, brings: 'Software from before versions were reported.' },
  {
    version: 2,
    brings:
      'The heartbeat reports version and capabilities; a command ends with a result, or with the reason unknownCommand.',
  },
] as const

/** The version that this build publishes. */
export const newestProtocol = protocolVersions.length

/** The most capabilities in a heartbeat, and the maximum length of each. */
export const maxCapabilities = 100
export const maxCapabilityLength = 60

/** Why a version cannot be retired on a day; undefined if it can. */
export function whyNotRetire(version: number, day: string): string | undefined {
  if (!Number.isInteger(version) || version < 1 || version > newestProtocol)
    return `There is no version ${version}. Known are 1 to ${newestProtocol}.`
  if (version === newestProtocol)
    return `Version ${version} is the newest: nothing could take its place, so it cannot be retired.`
  return isDay(day) ? undefined : `"${day}" is not a day such as 2027-03-31.`
}

/** True for a valid calendar day such as 2027-03-31. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** The sentence about a version that will be or was retired; days such as 2027-03-31. */
export function retirementSentence(version: number, retiresOn: string, today: string): string {
  const [year = '', month = '', day = ''] = retiresOn.split('-')
  const verb = today < retiresOn ? 'ends' : 'ended'
  return `Protocol version ${version} ${verb} on ${month}/${day}/${year}. The agency needs a newer version of its software.`
}

/** Times and counts of the protocol that no setting changes; the published page takes them from here. */
export const protocolNumbers = {
  /** Interval at which heartbeats are expected. */
  heartbeatSeconds: 30,
  /** Without a call for this long, the console shows the software as disconnected. */
  connectedSeconds: 120,
  /** A command that nobody fetched for this long expires; one that came back counts from when it was last fetched. */
  waitingSeconds: 7 * 24 * 60 * 60,
  /** A command that keeps coming back expires this long after it was ordered, in case it crashes the software. */
  maxWaitingSeconds: 14 * 24 * 60 * 60,
  /** Lifetime of an unfinished upload, and how long a finished one is remembered. */
  uploadSeconds: 48 * 60 * 60,
  /** More than an agency's software sends concurrently; protects the disk of the spool. */
  maxOpenUploads: 100,
  /** A report in parts that is not committed within this time is dropped; a commit is remembered as long. */
  reportSeconds: 24 * 60 * 60,
  /** The most parts of a report, and the most bytes of JSON in all their entries. */
  maxReportParts: 64,
  maxReportBytes: 48 * 1024 * 1024,
  /** How long the answer to a write is stored for a retry. */
  idempotencySeconds: 24 * 60 * 60,
  /** Length of the window in which requests are counted. */
  rateWindowSeconds: 10,
} as const
