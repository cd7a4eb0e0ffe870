import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { downloadCertificate } from './download.ts'

/** Downloads a client's certificate; a failure is shown next to the button. */
export function PdfButton({ agencyId, clientId }: { agencyId: number; clientId: string }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function fetchFile() {
    setBusy(true)
    setProblem(null)
    setProblem(await downloadCertificate({ agencyId, clientId }))
    setBusy(false)
  }
  return (
    <>
      <Button icon={<Download aria-hidden="true" />} busy={isBusy} onClick={() => void fetchFile()}>
        Certificate PDF
      </Button>
      {problem !== null && <Problem>{problem}</Problem>}
    </>
  )
}
