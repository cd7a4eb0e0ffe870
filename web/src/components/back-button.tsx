import { ArrowLeft } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { useNavigateTo } from './link.tsx'

/** Back to the screen that the present one belongs to; stands first in its header. */
export function BackButton({ to }: { to: string }) {
  const navigate = useNavigateTo()
  return (
    <Button icon={<ArrowLeft aria-hidden="true" />} onClick={() => navigate(to)}>
      Back
    </Button>
  )
}
