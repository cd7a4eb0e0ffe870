import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedChanges, mayLeave } from '../components/leave-guard.ts'
import { profileStore } from '../lib/profile.ts'

function getTab(search: object): unknown {
  return 'tab' in search ? search.tab : undefined
}

/** Asks before unsaved changes are left for another screen or tab; not after the session has ended. */
export function useLeaveBlocker(): void {
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      const stays = current.pathname === next.pathname && getTab(current.search) === getTab(next.search)
      if (stays || !hasUnsavedChanges() || profileStore.get() === null) return false
      return !(await mayLeave())
    },
  })
}
