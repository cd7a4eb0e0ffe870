import { formatPhone } from './texting.ts'

/** Our record of an agency beside what Bandwidth holds; '' for none. */
interface Sides {
  phone: string
  inService: boolean
  tcrNumber: string
  bandwidthTcrNumber: string
  campaignStatus: string
}

/** One line of the comparison. */
export interface ComparedLine {
  what: string
  here: string
  there: string
  /** Null where both are the same. */
  difference: string | null
  /** The TCR number whose sending again brings Bandwidth along; null where that mends nothing. */
  repairBy: string | null
}

const none = 'None'

/** Ours and theirs line by line, with what differs. */
export function compareTexting(sides: Sides): readonly ComparedLine[] {
  const { phone, inService, tcrNumber, bandwidthTcrNumber, campaignStatus } = sides
  const isSame = tcrNumber === bandwidthTcrNumber
  const isActive = tcrNumber === '' || campaignStatus === 'ACTIVE'
  return [
    {
      what: 'Phone number',
      here: phone === '' ? none : formatPhone(phone),
      there: inService ? 'In service' : 'Not in service',
      difference: phone === '' || inService ? null : 'Not in service',
      repairBy: null,
    },
    {
      what: 'TCR number',
      here: tcrNumber || none,
      there: bandwidthTcrNumber || none,
      difference: isSame ? null : 'Another campaign',
      repairBy: isSame || tcrNumber === '' ? null : tcrNumber,
    },
    {
      what: 'Campaign',
      here: tcrNumber || none,
      there: campaignStatus || (tcrNumber === '' ? none : 'Unknown'),
      difference: isActive ? null : 'Not active',
      repairBy: null,
    },
  ]
}
