import { ArrowLeft } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { useNavigateTo } from '../../kit/link.tsx'
import { agencyPaths } from '../agencies/paths.ts'

/** Back to the agency search. */
export function BackToList() {
  const navigate = useNavigateTo()
  return (
    <Button icon={<ArrowLeft aria-hidden="true" />} onClick={() => navigate(agencyPaths.list)}>
      Back
    </Button>
  )
}
