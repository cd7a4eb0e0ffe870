import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedChanges, mayLeave } from '../components/leave-guard.ts'
import { profileStore } from '../lib/profile.ts'

interface Place {
  pathname: string
  search: unknown
}

function tabOf({ search }: Place): unknown {
  return typeof search === 'object' && search !== null && 'tab' in search ? search.tab : undefined
}

/** Asks before typed changes are left for another screen or tab; a session that ended does not wait for an answer. */
export function useLeaveBlocker(): void {
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      const stays = current.pathname === next.pathname && tabOf(current) === tabOf(next)
      if (stays || !hasUnsavedChanges() || profileStore.get() === null) return false
      return !(await mayLeave())
    },
  })
}
