import { foldText } from '@agency-support/contract/rules/search'
import type { Client } from 'pg'
import { type StagedName, stagedColumns } from '../../jobs/agency-import/merge.ts'
import { copyRows } from '../copy-rows.ts'
import type { AgencyLine } from './read-agencies.ts'

const names = Object.keys(stagedColumns) as StagedName[]
const columns = ['agency_id', ...Object.values(stagedColumns), 'name_folded']

/** Copies agencies into the staging table; null stands for a value that is not changed. */
export async function stageAgencies(client: Client, agencies: readonly AgencyLine[]): Promise<void> {
  const rows = agencies.map((agency) => [
    agency.agencyId,
    ...names.map((name) => agency[name]),
    agency.name === undefined ? undefined : foldText(String(agency.name)),
  ])
  await copyRows(client, 'agency_import_line', columns, [rows])
}
