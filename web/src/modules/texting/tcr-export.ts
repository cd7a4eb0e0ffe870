import type { CsvFile } from '../../lib/files/csv-export.ts'

/** The file of the TCR report, as specified in spec-002 §9; its dates stay as in the API. */
export const tcrExport: CsvFile = {
  name: 'tcrsummary.csv',
  columns: [
    { header: 'AgencyId', field: 'agencyId', as: 'padded', digits: 8 },
    { header: 'Phone', field: 'phoneNumber', as: 'plain' },
    { header: 'Campaign#', field: 'tcrNumber', as: 'plain' },
    { header: 'Created By', field: 'createdBy', as: 'name' },
    { header: 'Created On', field: 'createdOn', as: 'plain' },
    { header: 'Updated By', field: 'updatedBy', as: 'name' },
    { header: 'Updated On', field: 'updatedOn', as: 'plain' },
  ],
}
