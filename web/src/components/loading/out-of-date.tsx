import { Button } from '../../ui/button.tsx'
import { EdgeBanner } from '../../ui/edge-banner.tsx'

interface OutOfDateProps {
  /** What failed, with or without a full stop. */
  text: string
  busy: boolean
  onRetry: () => void
}

/** What was read stays when reading it again fails; this says so at the lower edge, so that nothing moves. */
export function OutOfDate({ text, busy, onRetry }: OutOfDateProps) {
  return (
    <EdgeBanner
      kind="bad"
      action={
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {text.replace(/\.$/, '')}. What is shown may be out of date.
    </EdgeBanner>
  )
}
