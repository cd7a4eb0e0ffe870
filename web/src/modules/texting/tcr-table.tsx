import { padAgencyId } from '@agency-support/contract/ids'
import type { TcrRecord } from '@agency-support/contract/modules/texting'
import { textMatches } from '@agency-support/contract/rules/search'
import { formatPhone } from '@agency-support/contract/rules/texting'
import { agencyIdColumn } from '../../components/text/agency-id-link.tsx'
import { CopiedText } from '../../components/text/copied-text.tsx'
import { EmailText } from '../../components/text/email-text.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'

const col = column<TcrRecord>()

/** The TCR report (spec-002 §2), sorted by agency. */
export const tcrTable = defineTable<TcrRecord>({
  id: 'tcr-report',
  caption: 'TCR numbers of agencies',
  sizes: [10, 25, 50, 100],
  sort: { id: 'agencyId', desc: false },
  rowId: ({ agencyId }) => String(agencyId),
  columns: [
    agencyIdColumn({ width: 104 }),
    col('phoneNumber', {
      header: 'Phone',
      width: 160,
      figures: true,
      value: ({ phoneNumber }) => formatPhone(phoneNumber),
      cell: ({ phoneNumber }) =>
        phoneNumber === '' ? (
          ''
        ) : (
          <CopiedText text={phoneNumber} what={`phone ${phoneNumber}`}>
            {formatPhone(phoneNumber)}
          </CopiedText>
        ),
    }),
    col('tcrNumber', {
      header: 'TCR ID',
      width: 132,
      cell: ({ tcrNumber }) => <CopiedText text={tcrNumber} what={`TCR number ${tcrNumber}`} />,
    }),
    col('createdBy', {
      header: 'Created By',
      width: 116,
      cell: ({ createdBy }) => <EmailText address={createdBy} />,
    }),
    timeColumn('createdOn', {
      header: 'Created On',
      width: 176,
      format: 'MM/DD/YYYY h:mm:ss a',
    }),
    col('updatedBy', {
      header: 'Updated By',
      width: 116,
      flex: true,
      cell: ({ updatedBy }) => <EmailText address={updatedBy} />,
    }),
    timeColumn('updatedOn', {
      header: 'Updated On',
      width: 176,
      format: 'MM/DD/YYYY h:mm:ss a',
    }),
  ],
})

/** True if a record's agency id, phone number, TCR number or a name matches the text. */
export function matchesTcr(record: TcrRecord, text: string): boolean {
  const { agencyId, phoneNumber, tcrNumber, createdBy, updatedBy } = record
  return textMatches(
    [padAgencyId(agencyId), phoneNumber, formatPhone(phoneNumber), tcrNumber, createdBy, updatedBy],
    text,
  )
}
