import type { ClientIn } from '@agency-support/contract/call'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { type ClientLocation, StorageLocation } from '@agency-support/contract/rules/agency-files'
import { getBlob } from '../../lib/requests/http.ts'
import { saveFile } from '../../lib/files/save-file.ts'
import { type SavedFrom, savedName } from '../../lib/files/saved-name.ts'
import { fileMessages } from './messages.ts'

type Query = ClientIn<typeof agencyFiles.download>

/** A file to download: the query for the server, and the parts of its saved name. */
export interface Wanted extends Omit<SavedFrom, 'name'> {
  query: Query
}

/** The files an agency has one of. */
export type AgencyFileType = 'agencyConfig' | 'agencyMetrics' | 'agencyMultifolder'

/** A log. */
export function logFile(agencyId: number, filePath: string): Wanted {
  const query: Query = { type: 'log', location: '8', agencyId: String(agencyId), filePath }
  return { agencyId, filePath, query }
}

/** A client's file as stored; outside the Client File store that is JSON. */
export function clientFile(agencyId: number, location: ClientLocation, clientId: string): Wanted {
  const query: Query = { type: 'client', location: `${location}`, agencyId: String(agencyId), clientId }
  return { agencyId, clientId, query }
}

/** A client's file as JSON. */
export function clientFileAsJson(agencyId: number, location: ClientLocation, clientId: string): Wanted {
  const wanted = clientFile(agencyId, location, clientId)
  return { ...wanted, query: { ...wanted.query, asJson: 'true' } }
}

/** The file behind a card's plain Download: outside the Client File store the card promises JSON. */
export function cardFile(agencyId: number, location: ClientLocation, clientId: string): Wanted {
  const make = location === StorageLocation.clientFile ? clientFile : clientFileAsJson
  return make(agencyId, location, clientId)
}

/** The config, metrics or multifolder file. */
export function agencyFile(agencyId: number, type: AgencyFileType): Wanted {
  return { agencyId, query: { type, agencyId: String(agencyId) } }
}

/** Downloads a file and saves it under its documented name; returns what went wrong, or null. */
export async function download({ query, ...from }: Wanted, save = saveFile): Promise<string | null> {
  const reply = await getBlob(agencyFiles.download.at.path, { query })
  if (!reply.ok) return reply.statusText === '' ? fileMessages.downloadFailed : reply.statusText
  save(reply.body, savedName({ ...from, name: reply.body.name }, new Date()))
  return null
}
