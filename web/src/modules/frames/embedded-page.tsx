import { switches } from '@agency-support/contract/modules/switches'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BackButton } from '../../components/back-button.tsx'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useClientConfig } from '../../lib/environment.ts'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { useNameScreen } from '../../lib/screen-name.ts'
import { Frame } from './frame.tsx'
import { framePlan, type FramePlan } from './frame-plan.ts'
import styles from './frames.module.css'
import { frameMessages } from './messages.ts'

interface EmbeddedPageProps {
  title: string
  site: string | undefined
  /** 0 if the page is not about an agency. */
  agencyId?: number
  /** Address of Back, or a function. */
  backTo: string | (() => void)
}

/** A page of the management site in a frame. */
export function EmbeddedPage({ title, site, agencyId = 0, backTo }: EmbeddedPageProps) {
  useNameScreen(title)
  const known = useClientConfig()
  // Asked for here only if the start of the console did not get it.
  const query = useQuery({ ...callQuery(switches.clientConfig, {}), enabled: known === null })
  const { data } = query
  useEffect(() => {
    // For the top bar too, which would wait for the next attempt of the start.
    if (known === null && data) useClientConfig.setState(data, true)
  }, [known, data])
  const config = known ?? data ?? null
  const [turn, setTurn] = useState(0)
  const plan =
    config === null
      ? null
      : framePlan({ site, agencyId, host: window.location.hostname, frames: config.frames })
  return (
    <div className={styles.screen}>
      <PageHeader
        title={title}
        back={<BackButton to={backTo} />}
        actions={
          plan?.kind === 'page' && (
            <>
              <OpenOutside address={plan.address} />
              <Button icon={<RotateCw aria-hidden="true" />} onClick={() => setTurn(turn + 1)}>
                Reload
              </Button>
            </>
          )
        }
      />
      {plan === null ? (
        <div data-next-focus="h1">
          <CardState what="page" {...cardQuery(query, failureText(query.error, frameMessages.wentWrong))}>
            {null}
          </CardState>
        </div>
      ) : (
        <Planned key={turn} plan={plan} title={title} />
      )}
    </div>
  )
}

/** Shows a plan: the page in its frame, or a message instead. */
export function Planned({ plan, title }: { plan: FramePlan; title: string }) {
  if (plan.kind === 'invalid') return <Banner kind="bad">{frameMessages.invalidSite}</Banner>
  if (plan.kind === 'unset') return <Banner kind="info">{frameMessages.notConfigured}</Banner>
  return <Frame address={plan.address} title={title} outside={<OpenOutside address={plan.address} />} />
}

function OpenOutside({ address }: { address: string }) {
  return (
    <a className={styles.outside} href={address} target="_blank" rel="noopener noreferrer">
      Open in new tab
      <ExternalLink aria-hidden="true" />
      <span className="sr-only">, leaves the console</span>
    </a>
  )
}
