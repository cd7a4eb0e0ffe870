import type { FileMetadata } from '@agency-support/contract/modules/agency-files'
import {
  AgencyDomain,
  type ClientLocation,
  clientLocations,
  StorageLocation,
} from '@agency-support/contract/rules/agency-files'

type Times = Pick<FileMetadata, 'fileTimestamp' | 'blobTimestamp' | 'deleted'>

/** What is known of a client's file in one place (spec-002 §3). */
export interface LocationEntry {
  id: ClientLocation
  /** Name of the place. */
  system: string
  loading: boolean
  /** Why the place could not be read; null while it could. */
  error: string | null
  canDownload: boolean
  downloadError: string | null
  downloading: boolean
  /** N/A where the agency has no such place or the place no such file; null while unknown. */
  metadata: Times | 'N/A' | null
}

const blank = { loading: false, error: null, canDownload: false, downloadError: null, downloading: false }

/** How every place starts in a new search; texting is not asked for where the agency has no texting. */
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

/** What a place's answer makes of its entry. */
export function settled(entry: LocationEntry, answer: Answered): LocationEntry {
  if (answer.kind === 'ok') return { ...entry, loading: false, canDownload: true, metadata: answer.data }
  if (answer.kind === 'none') return { ...entry, loading: false, metadata: 'N/A' }
  return { ...entry, loading: false, error: whyNoMetadata(answer) }
}

type Failed =
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; status: number; statusText: string; message: string }
type Answered = { kind: 'ok'; data: Times } | { kind: 'none' } | Failed

/** The server's own sentence, else the status text, else 'Error' (spec-002 §8). */
function whyNoMetadata(answer: Failed): string {
  const isOwn = answer.kind === 'refused' || answer.status === 400
  const text = isOwn ? answer.message : answer.statusText
  return text === '' ? 'Error' : text
}

/** Changes the entry of one place. */
export function changed(
  entries: readonly LocationEntry[],
  id: ClientLocation,
  change: (entry: LocationEntry) => LocationEntry,
): readonly LocationEntry[] {
  return entries.map((entry) => (entry.id === id ? change(entry) : entry))
}

/** A download of this entry begins. */
export function downloading(entry: LocationEntry): LocationEntry {
  return { ...entry, downloading: true, downloadError: null }
}

/** A download of this entry has ended; `why` tells what went wrong, or is null. */
export function downloaded(entry: LocationEntry, why: string | null): LocationEntry {
  return { ...entry, downloading: false, downloadError: why }
}

/** What the control shows of the entries as a whole. */
export function overview(entries: readonly LocationEntry[]) {
  const failed = entries.filter(({ error }) => error !== null)
  const shown = entries.filter(({ error }) => error === null)
  const isDone = entries.every(({ loading }) => !loading)
  return { shown, failed, isDone, isUnknown: isDone && entries.every(({ metadata }) => metadata === 'N/A') }
}
