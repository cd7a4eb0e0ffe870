/** A file sent by an agency's software: its metadata and bytes. */
export interface AgencyFile {
  kind: 'client' | 'log' | 'agencyConfig' | 'agencyMetrics' | 'agencyMultifolder'
  name: string
  location: 0 | 4 | 5 | 6 | 8
  /** Empty unless it belongs to a client. */
  clientId: string
  /** The agency has deleted this client. */
  deleted: boolean
  fileTimestamp: Date
  bytes: Buffer
}

/** A JSON file. */
export function jsonFile(
  about: Pick<AgencyFile, 'kind' | 'name' | 'fileTimestamp'> &
    Partial<Pick<AgencyFile, 'location' | 'clientId' | 'deleted'>>,
  content: object,
): AgencyFile {
  return {
    location: 0,
    clientId: '',
    deleted: false,
    ...about,
    bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
  }
}
