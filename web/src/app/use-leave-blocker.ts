import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedChanges, mayLeave, showsSecret } from '../components/leave-guard.ts'
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
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      const stays = current.pathname === next.pathname && getTab(current.search) === getTab(next.search)
      if (stays || !hasUnsavedChanges() || profileStore.get() === null) return false
      if (next.pathname === sessionPaths.unauthorized && !showsSecret()) return false
      return !(await mayLeave())
    },
  })
}
