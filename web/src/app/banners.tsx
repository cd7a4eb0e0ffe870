import { useEffect, useState } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { LocalTime } from '../components/local-time.tsx'
import { connection, useOffline } from '../lib/connection.ts'
import { send } from '../lib/api.ts'
import { useRootAttribute } from '../lib/root-attribute.ts'
import { sessionMessages } from '../modules/session/messages.ts'
import { renewOrTell, useUnrenewedEnd } from '../modules/session/session-check.ts'
import { switches } from '@agency-support/contract/modules/switches'

const askBuildEveryMs = 5 * 60_000

/** Banners about the whole console: offline, session about to end, or new version. */
export function Banners({ build, signedIn }: { build: string | null; signedIn: boolean }) {
  const offline = useOffline()
  const endsAt = useUnrenewedEnd()
  const newer = useNewerBuild(build, signedIn)
  useRootAttribute('banners', offline || endsAt !== null || newer)
  return (
    <>
      {offline && (
        <Banner kind="warn" action={<Button onClick={() => void connection.tryNow()}>Retry now</Button>}>
          You are offline. What you see may be old. We try again every 10 seconds.
        </Banner>
      )}
      {endsAt !== null && (
        <Banner
          kind="warn"
          action={<Button onClick={() => void renewOrTell()}>{sessionMessages.renewNow}</Button>}
        >
          {sessionMessages.notRenewed}{' '}
          <LocalTime at={new Date(endsAt * 1000).toISOString()} format="MM/DD/YYYY HH:mm" />.
        </Banner>
      )}
      {newer && (
        <Banner kind="info" action={<Button onClick={() => window.location.reload()}>Reload</Button>}>
          A new version is ready.
        </Banner>
      )}
    </>
  )
}

/** True if the server runs another build than the one this page was loaded from. */
function useNewerBuild(build: string | null, signedIn: boolean): boolean {
  const [newer, setNewer] = useState(false)
  useEffect(() => {
    if (build === null || !signedIn) return
    const timer = setInterval(() => {
      void send(switches.clientConfig, {}).then((outcome) => {
        if (outcome.kind === 'ok' && outcome.data.build !== build) setNewer(true)
      })
    }, askBuildEveryMs)
    return () => clearInterval(timer)
  }, [build, signedIn])
  return newer
}
