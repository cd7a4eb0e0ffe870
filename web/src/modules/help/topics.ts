import { foldText } from '@agency-support/contract/rules/search'
import type { HelpTopic } from '../../components/help-tip.tsx'
import { activityHelp } from '../activity/help.ts'
import { agencyHelp } from '../agencies/help.ts'
import { agencyCommandHelp } from '../agency-commands/help.ts'
import { agencyFileHelp } from '../agency-files/help.ts'
import { alertHelp } from '../alerts/help.ts'
import { certificateHelp } from '../certificates/help.ts'
import { emailHelp } from '../email/help.ts'
import { esignatureHelp } from '../esignature/help.ts'
import { reportHelp } from '../reports/help.ts'
import { seatHelp } from '../seats/help.ts'
import { staffHelp } from '../staff/help.ts'
import { textingHelp } from '../texting/help.ts'

/** Every help text by the documents' topic ids: those of the modules, and of screens that have none yet. */
const helpTopics: Readonly<Record<number, HelpTopic>> = {
  ...agencyHelp,
  ...agencyCommandHelp,
  ...agencyFileHelp,
  ...esignatureHelp,
  ...seatHelp,
  ...staffHelp,
  ...emailHelp,
  ...alertHelp,
  ...textingHelp,
  ...reportHelp,
  ...activityHelp,
  ...certificateHelp,
  // Products
  1010: {
    title: 'Products',
    text: 'Lists the marketplace applications agencies can subscribe to. Marketplace Visibility is Enabled when all agencies see the product except those on its override list, and Disabled when only those on the list see it. Click a row to edit. Create New Vendor first if the vendor is not in the list.',
  },
  // Vendors
  1023: {
    title: 'Vendors',
    text: "Companies that provide marketplace products, with contact email and address. A vendor is added from the Products page with Create New Vendor. A product's vendor cannot be changed after the product is created.",
  },
}

interface Topic extends HelpTopic {
  id: number
}

/** Every topic by its number. */
export const allTopics: readonly Topic[] = Object.entries(helpTopics).map(([id, topic]) => ({
  id: Number(id),
  ...topic,
}))

/** The topics whose number, title or text holds what is searched. */
export function findTopics(text: string): readonly Topic[] {
  const wanted = foldText(text)
  return allTopics.filter(({ id, title, text: body }) => foldText(`${id} ${title} ${body}`).includes(wanted))
}
