import { padAgencyId } from '@agency-support/contract/ids'
import { useParams } from '@tanstack/react-router'
import { BackButton } from '../../components/back-button.tsx'
import { Banner } from '../../ui/banner.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { agencyIdParam } from '../../agency/agency-id-param.ts'
import { useBackToList } from '../../agency/list-place.ts'
import { EmbeddedPage } from './embedded-page.tsx'
import { frameMessages } from './messages.ts'

/** An agency on the newer version, on its page of the management site. */
export function Page() {
  const { id } = useParams({ from: '/agency-detail-6x/$id' })
  const agencyId = agencyIdParam(id)
  const back = useBackToList()
  if (agencyId === null)
    return (
      <>
        <PageHeader title="Agency 6.x" back={<BackButton to={back} />} />
        <Banner kind="warn">{frameMessages.notAnAgency}</Banner>
      </>
    )
  return (
    <EmbeddedPage
      key={agencyId}
      title={`Agency ${padAgencyId(agencyId)} 6.x`}
      site="agency-detail-6x"
      agencyId={agencyId}
      backTo={back}
    />
  )
}
