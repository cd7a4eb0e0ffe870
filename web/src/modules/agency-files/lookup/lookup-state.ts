import type { FileMetadata } from '@agency-support/contract/modules/agency-files'
import {
  AgencyDomain,
  type ClientLocation,
  clientLocations,
  StorageLocation,
} from '@agency-support/contract/rules/agency-files'

type Times = Pick<FileMetadata, 'fileTimestamp' | 'blobTimestamp' | 'deleted'>

/** The state of a client's file in one location (spec-002 §3). */
export interface LocationEntry {
  id: ClientLocation
  /** Name of the location. */
  system: string
  loading: boolean
  /** Why the location could not be read, or null. */
  error: string | null
  canDownload: boolean
  downloadError: string | null
  downloading: boolean
  /** N/A if the agency has no such location or the location no such file; null until known. */
  metadata: Times | 'N/A' | null
}

const blank = { loading: false, error: null, canDownload: false, downloadError: null, downloading: false }

/** Initial entries of a new search; texting is skipped for an agency without it. */
export function startEntries(
  locations: readonly ClientLocation[],
  domains: number,
): readonly LocationEntry[] {
  return locations.map((id) => {
    const system = clientLocations.find(({ location }) => location === id)?.name ?? String(id)
    const applies = id !== StorageLocation.texting || (domains & AgencyDomain.texting) !== 0
    return { ...blank, id, system, loading: applies, metadata: applies ? null : 'N/A' }
  })
}

/** The entry after the location's answer. */
export function settled(entry: LocationEntry, answer: Answered): LocationEntry {
  if (answer.kind === 'ok') return { ...entry, loading: false, canDownload: true, metadata: answer.data }
  if (answer.kind === 'none') return { ...entry, loading: false, metadata: 'N/A' }
  return { ...entry, loading: false, error: whyNoMetadata(answer) }
}

type Failed =
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; status: number; statusText: string; message: string }
type Answered = { kind: 'ok'; data: Times } | { kind: 'none' } | Failed

/** The server's own sentence, otherwise the status text, otherwise 'Error' (spec-002 §8). */
function whyNoMetadata(answer: Failed): string {
  const isOwn = answer.kind === 'refused' || answer.status === 400
  const text = isOwn ? answer.message : answer.statusText
  return text === '' ? 'Error' : text
}

/** Updates the entry of one location. */
export function changed(
  entries: readonly LocationEntry[],
  id: ClientLocation,
  change: (entry: LocationEntry) => LocationEntry,
): readonly LocationEntry[] {
  return entries.map((entry) => (entry.id === id ? change(entry) : entry))
}

/** The entry when its download starts. */
export function downloading(entry: LocationEntry): LocationEntry {
  return { ...entry, downloading: true, downloadError: null }
}

/** The entry when its download has ended; `why` is the error, or null. */
export function downloaded(entry: LocationEntry, why: string | null): LocationEntry {
  return { ...entry, downloading: false, downloadError: why }
}

/** Summary of all entries for display. */
export function overview(entries: readonly LocationEntry[]) {
  const failed = entries.filter(({ error }) => error !== null)
  const shown = entries.filter(({ error }) => error === null)
  const isDone = entries.every(({ loading }) => !loading)
  return { shown, failed, isDone, isUnknown: isDone && entries.every(({ metadata }) => metadata === 'N/A') }
}
