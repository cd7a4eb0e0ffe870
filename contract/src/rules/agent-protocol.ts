/** The versions of the agents' protocol, oldest first; software that tells none speaks the first. */
export const protocolVersions = [
  { version: 1, brings: 'Software from before versions were told.' },
  {
    version: 2,
    brings:
      'The heartbeat tells version and capabilities; a command ends with a result, or with the reason unknownCommand.',
  },
] as const

/** The version that this build publishes. */
export const newestProtocol = protocolVersions.length

/** How many capabilities a heartbeat may tell, and how long each may be. */
export const maxCapabilities = 100
export const maxCapabilityLength = 60

/** Why a version cannot be retired on a day; undefined when it can. */
export function whyNotRetire(version: number, day: string): string | undefined {
  if (!Number.isInteger(version) || version < 1 || version > newestProtocol)
    return `There is no version ${version}. Known are 1 to ${newestProtocol}.`
  if (version === newestProtocol)
    return `Version ${version} is the newest: nothing could take its place, so it cannot be retired.`
  return isDay(day) ? undefined : `"${day}" is not a day such as 2027-03-31.`
}

/** True for a day that the calendar has, as 2027-03-31. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** What a person reads of a version that is retired, by the day it is today: both as 2027-03-31. */
export function retirementSentence(version: number, retiresOn: string, today: string): string {
  const [year = '', month = '', day = ''] = retiresOn.split('-')
  const verb = today < retiresOn ? 'ends' : 'ended'
  return `Protocol version ${version} ${verb} on ${month}/${day}/${year}. The agency needs a newer version of its software.`
}

/** Times and counts of the protocol that no setting changes; the published page takes them from here. */
export const protocolNumbers = {
  /** So often a heartbeat is expected. */
  heartbeatSeconds: 30,
  /** After so long without a call the console shows the software as away. */
  connectedSeconds: 120,
  /** What nobody has collected for so long is not wanted any more; what came back counts anew from when it was collected. */
  waitingSeconds: 7 * 24 * 60 * 60,
  /** What comes back again and again ends so long after it was ordered: software that it brings down would never be rid of it. */
  maxWaitingSeconds: 14 * 24 * 60 * 60,
  /** So long an upload may be under way, and so long a finished one is known. */
  uploadSeconds: 48 * 60 * 60,
  /** More than an agency's software sends at a time; it protects the disk that uploads gather on. */
  maxOpenUploads: 100,
  /** A report told in parts that is not committed by then is dropped; so long a commit is known. */
  reportSeconds: 24 * 60 * 60,
  /** The most parts of a report, and of their entries together in bytes of JSON. */
  maxReportParts: 64,
  maxReportBytes: 48 * 1024 * 1024,
  /** So long the answer to a repeated write is known. */
  idempotencySeconds: 24 * 60 * 60,
  /** Requests are counted in spans of so long. */
  rateWindowSeconds: 10,
} as const
