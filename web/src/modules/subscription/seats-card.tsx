import { type LicensedSeats, subscription } from '@agency-support/contract/modules/subscription'
import { orNotAvailable } from '@agency-support/contract/rules/subscription'
import { column, defineTable } from '../../components/data-table/column.ts'
import { EmailText } from '../../components/text/email-text.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { Card, EmailOrNot, Facts } from './card.tsx'
import { useCard } from './use-card.ts'

type SeatUser = LicensedSeats['Users'][number] & { key: string }

const col = column<SeatUser>()
const word = (field: 'Username' | 'FirstName' | 'LastName', width: number) =>
  col(field, {
    header: field,
    width,
    rowHeader: field === 'Username',
    cell: (user) => <EmailText address={orNotAvailable(user[field])} />,
  })

const userTable = defineTable<SeatUser>({
  id: 'licensed-users',
  caption: 'Licensed users',
  sizes: [25],
  sort: { id: 'Username', desc: true },
  rowId: ({ key }) => key,
  columns: [
    word('Username', 112),
    word('FirstName', 92),
    word('LastName', 92),
    col('Email', {
      header: 'Email',
      width: 180,
      flex: true,
      cell: ({ Email }) => <EmailOrNot address={Email} />,
    }),
  ],
})

const yesOrNo = (flag: boolean | null) => (flag === null ? null : flag ? 'Yes' : 'No')

/** Seats: the number licensed, where the software runs, and who holds one. */
export function SeatsCard({ agencyId }: { agencyId: number }) {
  const { data, failure, asking, retry } = useCard(subscription.licensedSeats, agencyId)
  return (
    <Card name="Seats" agencyId={agencyId} failure={failure} asking={asking} onRetry={retry}>
      {data && <Seats seats={data} asking={asking} onRetry={retry} />}
    </Card>
  )
}

function Seats({ seats, asking, onRetry }: { seats: LicensedSeats; asking: boolean; onRetry: () => void }) {
  const binding = useAddressTable(userTable)
  const users = seats.Users.map((user, index) => ({ ...user, key: String(index) }))
  return (
    <>
      <Facts
        facts={[
          ['Total', orNotAvailable(seats.Total)],
          ['IsLocal', orNotAvailable(yesOrNo(seats.IsLocal))],
          ['HostingType', orNotAvailable(seats.HostingType)],
        ]}
      />
      <h4>Users</h4>
      <DataTable
        {...binding}
        rows={users}
        loading={asking}
        error={null}
        onRetry={onRetry}
        empty={{ text: 'N/A' }}
      />
    </>
  )
}
