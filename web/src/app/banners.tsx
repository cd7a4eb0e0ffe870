import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { BannerProps } from '../ui/banner.tsx'
import { EdgeBanner } from '../ui/edge-banner.tsx'
import { LocalTime } from '../components/text/local-time.tsx'
import { connection, type ConnectionLoss, useConnectionLoss } from '../lib/requests/connection.ts'
import { send } from '../lib/requests/api.ts'
import { useOutage } from '../lib/requests/outage.ts'
import { useReadOnly } from '../lib/requests/read-only.ts'
import { useSlowAnswers } from '../lib/requests/slow-answer.ts'
import { sessionMessages } from '../modules/session/messages.ts'
import { renewOrNotify, useUnrenewedEnd } from '../modules/session/session-check.ts'
import { switches } from '@agency-support/contract/modules/switches'

const askBuildEveryMs = 5 * 60_000

const lossTexts: Readonly<Record<NonNullable<ConnectionLoss>, string>> = {
  network: 'You are offline.',
  server: 'The server cannot be reached.',
}

/** About the console at the moment, which is of no use on paper. */
function ShellBanner(props: BannerProps) {
  return <EdgeBanner {...props} data-print="hide" />
}

/** Banners about the whole console: no connection, an outage, no answer yet, session about to end, or new version. */
export function Banners({ build }: { build: string | null }) {
  const lost = useConnectionLoss()
  const isSlow = useSlowAnswers() > 0 && lost === null
  const endsAt = useUnrenewedEnd()
  const newer = useNewerBuild(build)
  const isReadOnly = useReadOnly()
  // Without a connection, and while nothing can be saved, the reason is said already.
  const outage = useOutage()
  const said = lost === null && !isReadOnly ? outage : null
  return (
    <>
      {lost !== null && (
        <ShellBanner kind="warn" action={<Button onClick={() => void connection.tryNow()}>Retry now</Button>}>
          {lossTexts[lost]} What you see may be old. We try again every 10 seconds.
        </ShellBanner>
      )}
      {said !== null && <ShellBanner kind="warn">{said.sentence}</ShellBanner>}
      {isSlow && (
        <ShellBanner kind="info">
          The server has not answered for more than 10 seconds. Still waiting; what you entered is kept.
        </ShellBanner>
      )}
      {endsAt !== null && (
        <ShellBanner
          kind="warn"
          action={<Button onClick={() => void renewOrNotify()}>{sessionMessages.renewNow}</Button>}
        >
          {sessionMessages.notRenewed}{' '}
          <LocalTime at={new Date(endsAt * 1000).toISOString()} format="MM/DD/YYYY HH:mm" />.
        </ShellBanner>
      )}
      {newer && (
        <ShellBanner kind="info" action={<Button onClick={() => window.location.reload()}>Reload</Button>}>
          A new version is ready.
        </ShellBanner>
      )}
    </>
  )
}

/** True if the server runs another build than the one this page was loaded from. */
function useNewerBuild(build: string | null): boolean {
  const [newer, setNewer] = useState(false)
  useEffect(() => {
    if (build === null) return
    const timer = setInterval(() => {
      void send(switches.clientConfig, {}).then((outcome) => {
        if (outcome.kind === 'ok' && outcome.data.build !== build) setNewer(true)
      })
    }, askBuildEveryMs)
    return () => clearInterval(timer)
  }, [build])
  return newer
}
