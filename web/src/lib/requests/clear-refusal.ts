import type { Failing } from './api.ts'

/**
 * Forgets that what was sent was refused (4xx), since that is no longer what the form holds. An
 * outage stays, and so does an answer that did not come or was unclear: the change may have been made.
 */
export function clearRefusal({ failing, reset }: { failing: Failing | null; reset: () => void }): void {
  if (failing === null || failing.kind === 'none') return
  const code = failing.kind === 'refused' ? failing.code : failing.status
  if (code >= 400 && code < 500) reset()
}
