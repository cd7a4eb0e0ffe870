import { useNavigate } from '@tanstack/react-router'
import { backOfficePath } from '../../lib/deep-link.ts'

/** Leaves the sign-in screen for where the back office wants to be, else the list; Back does not lead to it again. */
export function useEnter(): () => void {
  const navigate = useNavigate()
  return () => void navigate({ href: backOfficePath.get() ?? '/', replace: true })
}
