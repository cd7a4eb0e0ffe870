import { subscription } from '@agency-support/contract/modules/subscription'
import { readLicense } from '@agency-support/contract/rules/subscription'
import { CopyButton } from '../../components/copy-button.tsx'
import { Card } from './card.tsx'
import { LicenseText } from './license-text.tsx'
import { useCard } from './use-card.ts'

/** Date Code: the raw license as text, whatever it holds. */
export function DateCodeCard({ agencyId }: { agencyId: number }) {
  const { data, failure, asking, retry } = useCard(subscription.dateCode, agencyId)
  const license = data === undefined ? undefined : readLicense(data)
  return (
    <Card
      name="Date Code"
      agencyId={agencyId}
      failure={failure}
      asking={asking}
      onRetry={retry}
      aside={license && license.text !== '' && <CopyButton text={license.text} what="the license" secret />}
    >
      {license && (license.text.trim() === '' ? 'N/A' : <LicenseText {...license} />)}
    </Card>
  )
}
