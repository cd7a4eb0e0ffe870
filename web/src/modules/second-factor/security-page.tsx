import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQuery } from '@tanstack/react-query'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useShownOnce } from '../../components/use-shown-once.ts'
import { callQuery, failureText, queryClient, wasUnread } from '../../lib/requests/query.ts'
import { AppCard } from './app-card.tsx'
import { CodesCard } from './codes-card.tsx'
import { securityMessages } from './messages.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { SessionsCard } from './sessions-card.tsx'

const statusQuery = callQuery(secondFactor.status, {})

export const beginReads = (): void => void queryClient.prefetchQuery(statusQuery)

/** Security of the person's own account: second factors and sessions. */
export function Page() {
  const query = useQuery(statusQuery)
  const { data = null } = query
  const { made, show, close } = useShownOnce<readonly string[]>(() => securityMessages.unseenCodes)
  // A second way to sign in comes without new codes.
  const onCodes = (codes: readonly string[]): void => {
    if (codes.length > 0) show(codes)
  }
  return (
    <>
      <PageHeader title={securityMessages.title} />
      <div className={styles.cards}>
        <CardState
          what="second factors"
          {...cardQuery(query, failureText(query.error, securityMessages.wentWrong))}
          lines={6}
        >
          {data !== null && (
            <>
              <AppCard on={data.totp} onCodes={onCodes} />
              <PasskeysCard passkeys={data.passkeys} onCodes={onCodes} />
              <CodesCard
                left={data.recoveryCodesLeft}
                hasFactor={data.totp || data.passkeys.length > 0}
                onCodes={onCodes}
              />
            </>
          )}
        </CardState>
        {/* Shown once the length of the cards above is known, so that nothing moves. */}
        <div hidden={query.isPending && !wasUnread(query)}>
          <SessionsCard />
        </div>
      </div>
      {made !== null && <RecoveryCodes codes={made} onKept={close} />}
    </>
  )
}
