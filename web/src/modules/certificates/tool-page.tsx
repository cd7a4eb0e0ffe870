import { useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../components/page-header.tsx'
import { DecoderCard } from './decoder-card.tsx'
import { EncoderCard } from './encoder-card.tsx'
import { certificateHelp } from './help.ts'
import { certificatePaths } from './paths.ts'
import styles from './tool-page.module.css'

/** Decodes and encodes the urls of published certificates. */
export function Page() {
  const { agency = '', client = '' } = useSearch({ from: certificatePaths.tool })
  return (
    <>
      <PageHeader title="Self Serve Certificates" help={certificateHelp[1020]} />
      <div className={styles.cards}>
        <DecoderCard />
        <EncoderCard key={`${agency} ${client}`} agencyId={agency} clientId={client} />
      </div>
    </>
  )
}
