import { expect, test } from 'vitest'
import { csvPieces } from '@agency-support/contract/rules/csv-file'
import { tcrExport } from './tcr-export.ts'

const record = {
  agencyId: 6938,
  phoneNumber: '18015550142',
  tcrNumber: 'C4X9',
  createdBy: 'Admin, Ada',
  createdOn: '2026-11-02T14:05:09.000Z',
  updatedBy: '=cmd',
  updatedOn: '2026-11-20T09:00:00.123Z',
}
const file = (rows: readonly Record<string, unknown>[]) => [...csvPieces(tcrExport.columns, rows)].join('')

test('[RPT-TCR-06] [RPT-TCR-07] [EXPORT-01] the file is tcrsummary.csv and begins with a byte-order mark and seven names', () => {
  expect(tcrExport.name).toBe('tcrsummary.csv')
  expect(file([])).toBe('\uFEFFAgencyId,Phone,Campaign#,Created By,Created On,Updated By,Updated On\r\n')
})

test('[RPT-TCR-08] [RPT-TCR-09] [PROV-77] a row has the padded id, the phone as stored and dates as they came', () => {
  expect(file([record]).split('\r\n')[1]).toBe(
    "00006938,18015550142,C4X9,Admin  Ada,2026-11-02T14:05:09.000Z,'=cmd,2026-11-20T09:00:00.123Z",
  )
})
