import { agencyReports, type JudgedReport } from '@agency-support/contract/modules/agency-reports'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/requests/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { LocalTime } from '../text/local-time.tsx'

const labels: Readonly<Record<JudgedReport, string>> = {
  users: 'The last list of users',
  signins: 'The last report of sign-ins',
  seats: 'The last list of seats',
  errors: 'The last list of sync errors',
  metrics: 'The last metrics file',
  config: 'The last config file',
  certificates: 'The last report of certificates',
  esignature: 'The last report of e-signature',
  marketplace: 'The last report of the marketplace',
  texting: 'The last report of texting’s set-up',
  messages: 'The last report of text messages',
}

export interface ReportNotesProps {
  agencyId: number
  /** The reports shown on this tab. */
  reports: readonly JudgedReport[]
}

/**
 * What could not be understood in the latest reports of the agency's software; nothing if all was. At the end of a
 * tab, so that it moves nothing when it appears.
 */
export function ReportNotes({ agencyId, reports }: ReportNotesProps) {
  const query = useQuery(callQuery(agencyReports.notes, { agencyId }))
  const notes = query.data?.filter(({ report }) => reports.includes(report)) ?? []
  return notes.map(({ report, summary, notedAt }) => (
    <Banner key={report} kind="warn">
      {labels[report]} of the agency’s software was not understood completely. {summary}. Noted{' '}
      <LocalTime at={notedAt} format="MM/DD/YYYY HH:mm:ss" />.
    </Banner>
  ))
}
