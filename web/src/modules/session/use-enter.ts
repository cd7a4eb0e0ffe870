import { useNavigate } from '@tanstack/react-router'
import { backOfficePath } from '../../lib/deep-link.ts'

/** Leaves the sign-in screen for the back office's destination, otherwise the list; Back does not return to it. */
export function useEnter(): () => void {
  const navigate = useNavigate()
  return () => void navigate({ href: backOfficePath.get() ?? '/', replace: true })
}
