import { RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Reloads a list of this tab. */
export function ReloadButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button icon={<RefreshCw aria-hidden="true" />} busy={busy} onClick={onClick}>
      Reload
    </Button>
  )
}
