import { padAgencyId } from '@agency-support/contract/ids'
import { formatInstant } from '@agency-support/contract/rules/instant-format'

/** What a saved file belongs to: a client id, a log's path, or neither for a file that an agency has only one of. */
export interface SavedFrom {
  agencyId: number
  clientId?: string
  filePath?: string
  /** Name of the content-disposition header. */
  name: string
}

const sliceLength = 8

/** `{YYYYMMDDHHmmss}_{agencyId}_{slice}_{name}` in local time, of plain characters only (B-41). */
export function savedName(from: SavedFrom, now: Date, zone?: string): string {
  return nameAt(stamp(now, zone), from)
}

/** The same with a placeholder for the time, to announce the name of a download. */
export function savedNameToCome(from: SavedFrom): string {
  return nameAt('YYYYMMDDHHmmss', from)
}

function nameAt(time: string, { agencyId, clientId, filePath, name }: SavedFrom): string {
  const baseName = filePath?.split(/[/\\]/).at(-1)
  const slice = (clientId ?? baseName ?? '').slice(-sliceLength)
  return [time, padAgencyId(agencyId), slice, name]
    .filter((part) => part !== '')
    .join('_')
    .replace(/[^A-Za-z0-9._-]/g, '_')
}

function stamp(now: Date, zone: string | undefined): string {
  const [month = '', day = '', year = '', ...time] = formatInstant(
    now.toISOString(),
    'MM/DD/YYYY HH:mm:ss',
    zone,
  ).split(/\D/)
  return [year, month, day, ...time].join('')
}
