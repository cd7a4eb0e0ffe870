import { RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Loads a list of this tab again. */
export function ReloadButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button icon={<RefreshCw aria-hidden="true" />} busy={busy} onClick={onClick}>
      Reload
    </Button>
  )
}
