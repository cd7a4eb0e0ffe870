import { type AgencyListItem, agencyStatuses, regionNames } from '@agency-support/contract/modules/agencies'
import { AgencyId } from '../../components/text/agency-id.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import styles from './list-page.module.css'

const col = column<AgencyListItem>()

/** Distinguishes agencies of the same name: ‘Online · Central · Ann Lee’. */
function describe({ status, regionId, mainContact }: AgencyListItem): string {
  const facts = [
    agencyStatuses.find(({ value }) => value === status)?.label,
    regionNames[regionId],
    mainContact,
  ]
  return facts.filter((fact) => fact !== undefined && fact !== '').join(' · ')
}

/** The agency list. Unsorted, rows keep the server's ranking, best match first. */
export const agencyTable = defineTable<AgencyListItem>({
  id: 'agencies',
  caption: 'Agencies',
  sizes: [25, 50, 100],
  rowId: ({ agencyId }) => String(agencyId),
  columns: [
    col('agencyId', {
      header: 'Agency Id',
      width: 140,
      figures: true,
      rowHeader: true,
      cell: ({ agencyId }, link) => <AgencyId agencyId={agencyId} link={link} />,
    }),
    col('name', {
      header: 'Agency Name',
      width: 420,
      flex: true,
      cell: (agency) => (
        <>
          {agency.name}
          <small className={styles.facts}>{describe(agency)}</small>
        </>
      ),
    }),
    col('versionDisplay', { header: 'Version', width: 140 }),
  ],
})
