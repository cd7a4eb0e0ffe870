import type { MultifolderTokens } from '@agency-support/contract/modules/agency-file-shapes'
import { ageText, minutesSince } from '@agency-support/contract/rules/health'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useNow } from '../../lib/use-now.ts'
import styles from './files.module.css'
import { tokenChip } from './chips.ts'

type Token = MultifolderTokens['current']

const columns = [
  { header: 'Entry', hidden: true },
  { header: 'Timestamp', zone: <Zone /> },
  { header: 'CMS user' },
  { header: 'Haw path' },
  { header: 'Client path' },
]

/** The current token above the last failure. */
export function TokenTable({ tokens: { current, lastFailure } }: { tokens: MultifolderTokens }) {
  return (
    <PlainTable label="Multifolder token" columns={columns} scrollLabel="Entries of the token">
      <TokenRow label="Current" token={current} aged />
      <TokenRow label="Last failure" token={lastFailure} />
    </PlainTable>
  )
}

function TokenRow({ label, token, aged = false }: { label: string; token: Token; aged?: boolean }) {
  if (token === null)
    return (
      <tr>
        <th scope="row">{label}</th>
        <td colSpan={4}>None</td>
      </tr>
    )
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <span className={styles.stamp}>
          <LocalTime at={token.timestamp} format="MM/DD/YYYY HH:mm:ss" />
          {aged && <Age at={token.timestamp} />}
        </span>
      </td>
      <td>{token.cmsUser}</td>
      <td>
        <Path text={token.hawPath} what={`haw path of ${label}`} />
      </td>
      <td>
        <Path text={token.clientPath} what={`client path of ${label}`} />
      </td>
    </tr>
  )
}

function Age({ at }: { at: string }) {
  const minutes = minutesSince(at, useNow())
  return <StatusChip {...tokenChip(minutes)} label={ageText(minutes)} />
}

function Path({ text, what }: { text: string; what: string }) {
  if (text === '') return null
  return (
    <span className={styles.path}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
}
