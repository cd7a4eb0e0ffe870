import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedChanges, mayLeave } from '../components/leave-guard.ts'
import { profileStore } from '../lib/profile.ts'

function getTab(search: object): unknown {
  return 'tab' in search ? search.tab : undefined
}

/** Asks before typed changes are left for another screen or tab; a session that ended does not wait for an answer. */
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
