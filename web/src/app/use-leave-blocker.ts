import { useBlocker, useRouter } from '@tanstack/react-router'
import { hasUnsavedChanges, mayLeave, showsSecret } from '../components/forms/leave-guard.ts'
import { profileStore } from '../lib/profile.ts'
import { sessionPaths } from '../modules/session/paths.ts'

function getTab(search: object): unknown {
  return 'tab' in search ? search.tab : undefined
}

/**
 * Asks before unsaved changes are left for another screen or tab; not after the session has ended or an action was
 * refused, because what was typed is then offered back (D-13, D-100).
 */
export function useLeaveBlocker(): void {
  const { history } = useRouter()
  // Back pressed twice is undone once for each press, and the second time from where the first began.
  function toShown(): void {
    const { __TSR_index: at } = window.history.state as typeof history.location.state
    const steps = history.location.state.__TSR_index - at
    if (steps !== 0) window.history.go(steps)
  }
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next, action }) => {
      const stays = current.pathname === next.pathname && getTab(current.search) === getTab(next.search)
      if (stays || !hasUnsavedChanges() || profileStore.get() === null) return false
      if (next.pathname === sessionPaths.unauthorized && !showsSecret()) return false
      if (await mayLeave()) return false
      if (action !== 'PUSH') window.addEventListener('popstate', toShown, { once: true })
      return true
    },
  })
}
