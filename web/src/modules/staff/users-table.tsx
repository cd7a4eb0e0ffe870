import type { StaffUser } from '@agency-support/contract/modules/staff'
import { textMatches } from '@agency-support/contract/rules/search'
import { column, defineTable } from '../../components/data-table/column.ts'
import { MfaChip, mfaLabel, StaffStatusChip } from './chips.tsx'

const col = column<StaffUser>()

/** Staff users, with their permissions in the expanded row. */
export const usersTable = defineTable<StaffUser>({
  id: 'staff-users',
  caption: 'Users',
  sizes: [25, 50, 100],
  sort: { id: 'username', desc: false },
  rowId: ({ username }) => username,
  columns: [
    col('username', { header: 'User Name', width: 280, rowHeader: true }),
    col('name', {
      header: 'Name',
      width: 220,
      flex: true,
      value: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
    }),
    col('status', {
      header: 'Status',
      width: 240,
      cell: ({ status }) => <StaffStatusChip status={status} />,
    }),
    col('mfa', {
      header: 'MFA',
      width: 110,
      value: ({ mfa }) => mfaLabel(mfa),
      cell: ({ mfa }) => <MfaChip mfa={mfa} />,
    }),
  ],
})

/** What the search box filters by. */
export function personMatches(
  { username, firstName, lastName }: Pick<StaffUser, 'username' | 'firstName' | 'lastName'>,
  text: string,
): boolean {
  return textMatches([username, firstName, lastName], text)
}
