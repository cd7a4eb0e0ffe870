import type { SeatToken } from '@agency-support/contract/modules/seats'
import { withIds } from '../../components/data-table/row-ids.ts'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { seatMessages } from './messages.ts'

const format = 'MM/DD/YYYY HH:mm:ss'

const columns = [
  { title: 'created', header: 'Created', zone: <Zone /> },
  { title: 'expiration', header: 'Expires' },
  { title: 'hostName', header: 'Computer' },
  { title: 'source', header: 'Source' },
  { title: 'winUserName', header: 'Windows user' },
]

/** The machines on which the user is signed in; on a shared one, several tokens may come in the same second. */
export function SeatTokens({ tokens }: { tokens: readonly SeatToken[] }) {
  if (tokens.length === 0) return <p>{seatMessages.noSeats}</p>
  return (
    <PlainTable label="Tokens" columns={columns}>
      {withIds(tokens, toKey).map(({ id, created, expiration, hostName, source, winUserName }) => (
        <tr key={id}>
          <td>
            <LocalTime at={created} format={format} />
          </td>
          <td>
            <LocalTime at={expiration} format={format} />
          </td>
          <td>{hostName}</td>
          <td>{source}</td>
          <td>{winUserName}</td>
        </tr>
      ))}
    </PlainTable>
  )
}

const toKey = ({ created, hostName, source, winUserName }: SeatToken): string =>
  `${created} ${hostName} ${source} ${winUserName}`
