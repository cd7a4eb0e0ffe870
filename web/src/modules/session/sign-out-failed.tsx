import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useOffline } from '../../lib/connection.ts'
import { sessionMessages } from './messages.ts'
import { signOut, useSignOut } from './session-client.ts'

/** A server that answers but could not do it is asked again this often. */
const retryMs = 10_000

/** Says that the session goes on; it is ended as soon as the server can be reached again, or by the button. */
export function SignOutFailed() {
  const state = useSignOut()
  useEffect(() => {
    if (state !== 'failed') return
    const timer = setTimeout(() => void signOut(), retryMs)
    const stop = useOffline.subscribe((offline) => {
      if (!offline) void signOut()
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
