import { ArrowLeft } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { useNavigateTo } from './link.tsx'

/** Returns to the parent screen, or runs the given function; first in its header. */
export function BackButton({ to }: { to: string | (() => void) }) {
  const navigate = useNavigateTo()
  const go = typeof to === 'string' ? () => navigate(to) : to
  return (
    <Button icon={<ArrowLeft aria-hidden="true" />} onClick={go}>
      Back
    </Button>
  )
}
