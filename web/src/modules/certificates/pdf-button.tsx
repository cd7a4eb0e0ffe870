import { Download } from 'lucide-react'
import { useDownload } from '../../components/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { downloadCertificate } from './download.ts'

/** Downloads a client's certificate; a failure is shown next to the button. */
export function PdfButton({ agencyId, clientId }: { agencyId: number; clientId: string }) {
  const { progress, start } = useDownload(`the certificate of client ${clientId}`)
  return (
    <>
      <Button
        icon={<Download aria-hidden="true" />}
        busy={progress.kind === 'busy'}
        onClick={() => void start(() => downloadCertificate({ agencyId, clientId }))}
      >
        Certificate PDF
      </Button>
      {progress.kind === 'failed' && <Problem>{progress.why}</Problem>}
    </>
  )
}
