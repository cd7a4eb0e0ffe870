import { formatPhone } from './texting.ts'

/** Our record of an agency and Bandwidth's; '' for none. */
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
  /** Null if both are equal. */
  difference: string | null
  /** The TCR number to send again, so that Bandwidth follows; null if that would not help. */
  repairBy: string | null
}

const none = 'None'

/** What differs between two TCR numbers. */
function nameDifference(ours: string, theirs: string): string {
  if (theirs === '') return 'Not at Bandwidth'
  return ours === '' ? 'Only at Bandwidth' : 'Another campaign'
}

/** Our values and Bandwidth's line by line, with their differences. */
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
      difference: isSame ? null : nameDifference(tcrNumber, bandwidthTcrNumber),
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
