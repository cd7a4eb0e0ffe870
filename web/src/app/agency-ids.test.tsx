// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../test/page.tsx'
import { activationTable } from '../modules/reports/activation-table.tsx'
import { billingTable } from '../modules/reports/billing-table.tsx'
import { esignatureTable, eventsTable } from '../modules/reports/events-tables.tsx'
import { reportTable } from '../modules/seats/report-table.tsx'
import { lookupTable } from '../modules/texting-presence/lookup-table.tsx'
import { orphansTable } from '../modules/texting/orphans-table.tsx'
import { tcrTable } from '../modules/texting/tcr-table.tsx'

const tables = {
  activationTable,
  billingTable,
  esignatureTable,
  eventsTable,
  lookupTable,
  orphansTable,
  reportTable,
  tcrTable,
}

test.each(Object.entries(tables))(
  '[SHELL-19] %s shows an agency by eight digits',
  async (_name, { columns }) => {
    const { wrapper } = await openPage()
    const column = columns.find(({ id }) => id === 'agencyId')
    render(column?.cell?.({ agencyId: 6938 } as never, undefined as never), { wrapper })
    expect(screen.getByText('00006938')).toBeDefined()
  },
)
