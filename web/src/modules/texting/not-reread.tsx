import { texting } from '@agency-support/contract/modules/texting'
import { textingPresence } from '@agency-support/contract/modules/texting-presence'
import { textingKey } from '@agency-support/contract/rules/texting'
import { useQueries } from '@tanstack/react-query'
import { OutOfDate } from '../../components/loading/out-of-date.tsx'
import { callQuery } from '../../lib/requests/query.ts'
import { tabMessages } from './tab-messages.ts'

/** Names the facts of the tab that could not be read again; each stands as it was read last. */
export function NotReread({ agencyId }: { agencyId: number }) {
  const names = ['Texting record', 'Order status', 'Product status', 'SignalR connections', 'Work under way']
  const reads = useQueries({
    queries: [
      callQuery(texting.agency, { agencyId }),
      callQuery(texting.orderInformation, { agencyId }),
      callQuery(texting.productStatus, { agencyId, productKey: textingKey }),
      callQuery(textingPresence.initials, { agencyId }),
      callQuery(texting.work, { agencyId }),
    ],
  })
  const failed = reads.filter(({ data, error }) => data !== undefined && error !== null)
  if (failed.length === 0) return null
  const named = names.filter((_name, at) => failed.some((read) => read === reads[at]))
  return (
    <OutOfDate
      text={tabMessages.notReread(named)}
      busy={failed.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const { refetch } of failed) void refetch({ cancelRefetch: false })
      }}
    />
  )
}
