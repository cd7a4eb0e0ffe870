import { type StaffAccount, StaffStatus } from '@agency-support/contract/modules/staff'
import { column, defineTable } from '../../components/data-table/column.ts'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import styles from './account-card.module.css'
import { LockedChip, MfaChip, mfaLabel, StaffStatusChip } from './chips.tsx'

const col = column<StaffAccount>()

/** Staff accounts, with their actions in the expanded row. */
export const accountsTable = defineTable<StaffAccount>({
  id: 'staff-accounts',
  caption: 'Staff accounts',
  sizes: [25, 50, 100],
  sort: { id: 'username', desc: false },
  rowId: ({ username }) => username,
  columns: [
    col('username', { header: 'User Name', width: 220, rowHeader: true }),
    col('name', {
      header: 'Name',
      width: 150,
      flex: true,
      value: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
    }),
    col('status', {
      header: 'Status',
      width: 220,
      cell: ({ status, locked }) => (
        <span className={styles.chips}>
          <StaffStatusChip status={status} />
          {locked && status !== StaffStatus.locked && <LockedChip />}
        </span>
      ),
    }),
    col('mfa', {
      header: 'MFA',
      width: 90,
      value: ({ mfa }) => mfaLabel(mfa),
      cell: ({ mfa }) => <MfaChip mfa={mfa} />,
    }),
    col('lastSignInAt', {
      header: 'Last Sign-in',
      width: 150,
      align: 'end',
      zone: <Zone />,
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? 'Never' : <LocalTime at={lastSignInAt} format="MM/DD/YYYY HH:mm" />,
    }),
    col('openSessions', { header: 'Sessions', width: 100, align: 'end' }),
  ],
})
