import { agencyTypes, otherAgencyType } from '@agency-support/contract/modules/seats'
import { type CsvColumn, fileStamp } from '@agency-support/contract/rules/csv-file'
import type { CsvFile } from '../../lib/files/csv-export.ts'

const inProcess = 2
const done = 4

const typeNames = Object.fromEntries(Object.entries(agencyTypes).map(([type, { name }]) => [type, name]))

/** The columns of the seat export, as spec-000 §7 lists them. */
const columns: readonly CsvColumn[] = [
  { header: 'Date', field: 'requestedDate', as: 'instant', format: 'MM/DD/YYYY h:mm:ss a' },
  { header: 'Agency', field: 'agencyId', as: 'padded', digits: 8 },
  { header: 'Agency Name', field: 'agencyName', as: 'name' },
  { header: 'Requested By', field: 'requestedBy', as: 'name' },
  { header: 'Quantity', field: 'quantity', as: 'plain' },
  { header: 'Type', field: 'agencyType', as: 'word', words: typeNames, otherwise: otherAgencyType.name },
  { header: 'First Name', field: 'firstName', as: 'name' },
  { header: 'Last Name', field: 'lastName', as: 'name' },
  { header: 'Email', field: 'email', as: 'plain' },
  { header: 'Flags', field: 'warnings', as: 'plain' },
  { header: 'Active', field: 'status', as: 'mark', when: inProcess },
  { header: 'Done', field: 'status', as: 'mark', when: done },
  { header: 'AssignedTo', field: 'processedBy', as: 'name' },
  { header: 'AssignedDate', field: 'processedByDate', as: 'instant', format: 'MM/DD/YYYY h:mm:ss a' },
]

/** The seat export with its file name for this time. */
export function seatExport(now: Date): CsvFile {
  return { name: `CompletedSeatChangeRequests_${fileStamp(now)}.csv`, columns }
}
