import { type AgencyTexting, texting } from '@agency-support/contract/modules/texting'
import { textingPresence } from '@agency-support/contract/modules/texting-presence'
import { formatPhone } from '@agency-support/contract/rules/texting'
import { useQuery } from '@tanstack/react-query'
import { CopiedText } from '../../components/text/copied-text.tsx'
import { Link } from '../../components/link.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { ProviderStatus } from '../../components/provider-status.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { notAvailable } from '@agency-support/contract/rules/instant-format'
import { callQuery, CallFailure, type Loaded } from '../../lib/requests/query.ts'
import { Fact } from '../../ui/fact.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { textingPresencePaths } from '../texting-presence/paths.ts'
import { textingHelp } from './help.ts'
import { toOrderChip } from './order-chips.ts'
import { tabMessages } from './tab-messages.ts'
import styles from './texting-tab.module.css'
import { StatusSwitch } from './status-switch.tsx'
import { ReadFact } from './read-fact.tsx'
import { CampaignWork, NumberWork } from './work-lines.tsx'

const format = 'MM/DD/YYYY HH:mm:ss'
/** Connections come and go without a live hint. */
const connectionsMs = 10_000

interface StatusCardProps {
  agencyId: number
  record: AgencyTexting
}

/** State of an agency's texting, here and at Bandwidth. */
export function StatusCard({ agencyId, record }: StatusCardProps) {
  const phone = record.phones[0]?.phone ?? ''
  const { data: work } = useQuery(callQuery(texting.work, { agencyId }))
  const order = useQuery(callQuery(texting.orderInformation, { agencyId }))
  // While it is asked again after a failure, nothing is known yet.
  const unanswered = order.isError || (order.isPending && order.errorUpdateCount > 0)
  const asked = Math.max(order.dataUpdatedAt, order.errorUpdatedAt)
  return (
    <TitledCard
      title="Texting"
      help={textingHelp[1005]}
      facts={
        <ProviderStatus provider="Bandwidth" failed={unanswered} asking={order.isFetching} asked={asked} />
      }
    >
      <dl className={styles.facts}>
        <Fact term="Order status">
          <div className={styles.order}>
            <OrderStatus agencyId={agencyId} />
          </div>
        </Fact>
        <Fact term="Agency phone">
          <Copied text={phone} shown={formatPhone(phone)} what="phone number" />
          <NumberWork work={work ?? undefined} />
        </Fact>
        <Fact term="TCR number">
          <Copied text={record.tcrNumber} shown={record.tcrNumber} what="TCR number" />
          <CampaignWork work={work ?? undefined} />
        </Fact>
        <Fact term="Product status">
          <div className={styles.retried}>
            <StatusSwitch
              agencyId={agencyId}
              complete={phone !== '' && record.tcrNumber !== ''}
              refused={work?.campaign?.succeeded === false}
            />
          </div>
        </Fact>
        <Fact term="SignalR connections" className={styles.whole}>
          <div className={styles.retried}>
            <Connections agencyId={agencyId} />
          </div>
          <span className={styles.links}>
            <Link href={textingPresencePaths.lookUp(agencyId)}>SignalR lookup</Link>
            <Link href={textingPresencePaths.textingFrom(agencyId)}>Texting of all agencies</Link>
          </span>
        </Fact>
      </dl>
    </TitledCard>
  )
}

function Copied({ text, shown, what }: { text: string; shown: string; what: string }) {
  if (text === '') return <span>{notAvailable}</span>
  return (
    <CopiedText text={text} what={`${what} ${text}`}>
      {shown}
    </CopiedText>
  )
}

/** The order that supplied the number, requested from Bandwidth while the tab is open. */
function OrderStatus({ agencyId }: { agencyId: number }) {
  const query = useQuery(callQuery(texting.orderInformation, { agencyId }))
  return (
    <ReadFact
      query={query}
      toText={(error) =>
        error instanceof CallFailure && error.fromServer
          ? `${tabMessages.orderFailed} ${error.message}`
          : tabMessages.orderFailed
      }
    >
      <Order order={query.data ?? null} />
    </ReadFact>
  )
}

function Order({ order }: { order: Loaded<typeof texting.orderInformation> }) {
  if (order === null) return <span>{tabMessages.noOrder}</span>
  const { orderId, status, error: why, ts } = order
  return (
    <div className={styles.lines}>
      <StatusChip {...toOrderChip(status)} />
      {ts !== null && <LocalTime at={ts} format={format} />}
      <span className={styles.muted}>{orderId}</span>
      {why !== '' && <span className={styles.failure}>{why}</span>}
    </div>
  )
}

/** Users with the texting software open. */
function Connections({ agencyId }: { agencyId: number }) {
  const query = useQuery({
    ...callQuery(textingPresence.initials, { agencyId }),
    // Only the current connections matter, so nothing is cached.
    staleTime: 0,
    refetchInterval: connectionsMs,
  })
  const users = (query.data ?? []).map(({ initials }) => initials).join(' ')
  return (
    <ReadFact query={query} toText={() => tabMessages.wentWrong}>
      <span>{users === '' ? 'None' : users}</span>
    </ReadFact>
  )
}
