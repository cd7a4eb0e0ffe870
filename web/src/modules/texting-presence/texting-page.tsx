import { useSearch } from '@tanstack/react-router'
import { Link } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { textingPaths } from '../texting/paths.ts'
import { parseAgencyText } from './agency-text.ts'
import { textingPresencePaths } from './paths.ts'
import styles from './texting-page.module.css'

/** Texting: links to what concerns more than one agency. */
export function Page() {
  const { agency } = useSearch({ from: textingPresencePaths.texting })
  const agencyId = parseAgencyText(agency)
  const places = [
    {
      label: 'SignalR Lookup',
      about: 'Whose texting software is connected at an agency.',
      href: agencyId === undefined ? textingPresencePaths.lookup : textingPresencePaths.lookUp(agencyId),
    },
    {
      label: 'TCR Report',
      about: 'The campaign registrations of all agencies that text.',
      href: textingPaths.tcrReport,
    },
    {
      label: 'TCR Cleanup',
      about: 'Campaign numbers without a phone or an agency, to be deleted.',
      href: textingPaths.tcrCleanup,
    },
  ]
  return (
    <>
      <PageHeader title="Texting" />
      <ul className={styles.places}>
        {places.map(({ label, about, href }) => (
          <li key={href}>
            <Link href={href}>{label}</Link>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
