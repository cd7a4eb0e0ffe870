import { padAgencyId } from '@agency-support/contract/ids'
import { agencies, type AgencyConfig } from '@agency-support/contract/modules/agencies'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { BackButton } from '../../components/back-button.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { Link } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useReadRetry } from '../../components/loading/use-retry.ts'
import { Problem } from '../../ui/problem.tsx'
import { agencyIdParam } from '../../agency/agency-id-param.ts'
import { toAgencyName } from '../../agency/agency-name.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { useNameScreen } from '../../lib/screen-name.ts'
import { useBackToList } from '../../agency/list-place.ts'
import { useRecentVisit } from '../../agency/recents.ts'
import { type VersionChoice, versionChoices } from '../../agency/version-choice.ts'
import { agencyPaths } from '../agencies/paths.ts'
import styles from './frames.module.css'
import { frameMessages } from './messages.ts'
import { framePaths } from './paths.ts'

/** The warning before an agency on the newer version: continue to its own page, or to the legacy one. */
export function Page() {
  const { id } = useParams({ from: '/agency-detail-6xWarn/$id' })
  const agencyId = agencyIdParam(id)
  // An id that is not a positive number shows no agency and no links (spec-000 §2).
  if (agencyId === null) return <PageHeader title="Agency on the newer version" back={<Back />} />
  return <Warning key={agencyId} agencyId={agencyId} />
}

/** Back to the list with its search. */
function Back() {
  return <BackButton to={useBackToList()} />
}

interface NameProps {
  query: UseQueryResult<AgencyConfig | null>
}

/** The agency's name once it is read, or why there is none. */
function Name({ query }: NameProps) {
  const { data: agency } = query
  if (agency === undefined) return <NameUnread query={query} />
  return <p className={styles.name}>{agency === null ? frameMessages.notFound : toAgencyName(agency.name)}</p>
}

/** Why there is no name, and a way to try again. */
function NameUnread({ query }: NameProps) {
  const hasFailed = query.data === undefined && query.isError
  const { failure, retrying, retry } = useReadRetry(query, hasFailed ? frameMessages.nameUnread : null)
  if (failure === null) return null
  return (
    <>
      <Problem>{failure}</Problem>
      <Button busy={retrying} onClick={retry} data-next-focus={`.${styles.onward}`}>
        Try again
      </Button>
    </>
  )
}

function Warning({ agencyId }: { agencyId: number }) {
  const query = useQuery(callQuery(agencies.config, { agencyId }))
  const { data: agency } = query
  const shown = padAgencyId(agencyId)
  const [remember, setRemember] = useState(() => versionChoices.get()[agencyId] !== undefined)
  const onward = useRef<HTMLAnchorElement>(null)
  useEffect(() => onward.current?.focus(), [])
  useRecentVisit(agencyId, agency)
  const title = `Agency ${shown}`
  useNameScreen(title)
  function taken(choice: VersionChoice) {
    if (remember) versionChoices.remember(agencyId, choice)
  }
  return (
    <>
      <PageHeader
        title={title}
        back={<Back />}
        facts={
          <>
            <CopyButton text={shown} altText={String(agencyId)} what={`agency id ${shown}`} />
            <Name query={query} />
          </>
        }
      />
      <Banner kind="warn">
        {/* The address can be opened for any id. */}
        <strong>
          {agency?.isOnline === true ? frameMessages.newerVersion : frameMessages.ofNewerVersion}
        </strong>{' '}
        {frameMessages.warning}
      </Banner>
      <p className={styles.ways}>
        <Link
          ref={onward}
          className={styles.onward}
          href={framePaths.agency(agencyId)}
          onClick={() => taken('newer')}
        >
          Open the 6.x page
        </Link>
        <Link href={agencyPaths.detail(agencyId)} onClick={() => taken('legacy')}>
          Open the legacy page
        </Link>
      </p>
      <p className={styles.ways}>
        <Checkbox
          label={frameMessages.remember}
          visibleLabel
          checked={remember}
          onChange={({ target }) => {
            setRemember(target.checked)
            if (!target.checked) versionChoices.forget(agencyId)
          }}
        />
      </p>
    </>
  )
}
