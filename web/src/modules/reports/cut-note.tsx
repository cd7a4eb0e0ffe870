import { tooManyRows } from '@agency-support/contract/rules/reports'
import { Banner } from '../../ui/banner.tsx'

/** Says that a report has more rows than the table shows. It comes with the rows, so that it stands below them. */
export function CutNote({ isCut }: { isCut: boolean }) {
  return (
    isCut && (
      <Banner kind="info" atLowerEdge>
        {tooManyRows}
      </Banner>
    )
  )
}
