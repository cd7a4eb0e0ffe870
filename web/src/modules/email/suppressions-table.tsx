import type { Suppression } from '@agency-support/contract/modules/email'
import { suppressionId, typeLabel } from '@agency-support/contract/rules/email'
import { textMatches } from '@agency-support/contract/rules/search'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'

const col = column<Suppression>()

/** Suppressed addresses; one suppressed in two ways or modes has several rows. */
export const suppressionsTable = defineTable<Suppression>({
  id: 'email-suppressions',
  caption: 'Email suppressions',
  sizes: [25, 50, 100],
  sort: { id: 'email', desc: false },
  rowId: suppressionId,
  columns: [
    col('type', { header: 'Type', width: 120, value: typeLabel }),
    col('email', {
      header: 'Email Address',
      width: 360,
      flex: true,
      rowHeader: true,
      cell: ({ email }) => <CopiedEmail address={email} />,
    }),
  ],
})

/** Labels of the button that expands the details. */
export const detailsWords = { show: 'Show Details', hide: 'Hide Details' }

/** What the search box filters by. */
export function suppressionMatches({ email }: Suppression, text: string): boolean {
  return textMatches([email], text)
}
