// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, hold, Queries } from '../../../test/mounted.tsx'
import { ComparisonCard } from './comparison-card.tsx'

const sides = {
  phone: '3855550100',
  inService: true,
  tcrNumber: 'CX34567',
  bandwidthTcrNumber: '',
  campaignStatus: '',
}
const everythingElse = Object.values(P).filter((id) => id !== P.CanManageTexting)

test.each([
  [[P.CanAccess, P.CanManageTexting], ['CX34567']],
  [everythingElse, []],
])(
  '[PROV-56] everybody may compare, which nothing does by itself; whoever holds %j repairs %j',
  async (held, repaired) => {
    cleanWhenFinished()
    const server = await answeringCalls({ CompareWithBandwidth: done(sides) })
    const repairs: string[] = []
    hold(held)
    render(<ComparisonCard agencyId={6938} onRepair={(tcrNumber) => repairs.push(tcrNumber)} />, {
      wrapper: Queries,
    })
    expect(server.names()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Compare with Bandwidth' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Send CX34567 again' }))
    expect(repairs).toEqual(repaired)
    expect(server.names()).toEqual(['CompareWithBandwidth'])
  },
)
