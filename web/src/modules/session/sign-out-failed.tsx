import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useConnectionLoss } from '../../lib/requests/connection.ts'
import { sessionMessages } from './messages.ts'
import { signOut, useSignOut } from './session-client.ts'

/** Retry interval while the server answers but cannot sign out. */
const retryMs = 10_000

/** Says that the session is still open; retried when the server can be reached again, or by the button. */
export function SignOutFailed() {
  const state = useSignOut()
  useEffect(() => {
    if (state !== 'failed') return
    const timer = setTimeout(() => void signOut(), retryMs)
    const stop = useConnectionLoss.subscribe((lost) => {
      if (lost === null) void signOut()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [state])
  return (
    <>
      <Problem>{sessionMessages.stillSignedIn}</Problem>
      <p>{sessionMessages.signOutFailed}</p>
      <div>
        <Button variant="primary" busy={state === 'again'} onClick={() => void signOut()}>
          Try again
        </Button>
      </div>
    </>
  )
}
