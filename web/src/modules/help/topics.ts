import { foldText } from '@agency-support/contract/rules/search'
import type { HelpTopic } from '../../components/help-tip.tsx'
import { activityHelp } from '../activity/help.ts'
import { agencyHelp } from '../agencies/help.ts'
import { agencyCommandHelp } from '../agency-commands/help.ts'
import { agencyFileHelp } from '../agency-files/help.ts'
import { alertHelp } from '../alerts/help.ts'
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
  // Products
  1010: {
    title: 'Products',
    text: 'Lists the marketplace applications agencies can subscribe to. Marketplace Visibility is Enabled when all agencies see the product except those on its override list, and Disabled when only those on the list see it. Click a row to edit. Create New Vendor first if the vendor is not in the list.',
  },
  // Alerts Administration
  1014: {
    title: 'System alerts',
    text: 'Creates and ends the alerts agencies see in their software. Choose category, priority and feature, write the message, and send it to all agencies or to specific ones. Saving an alert sets its start to the current time. Resolve removes the alert for everyone.',
  },
  // Subscription Event Reports
  1015: {
    title: 'Subscription events',
    text: 'Purchases, cancellations and trial changes of one product. Choose the product and press View; the range starts as one month back through today, in your local dates, both ends included. Event narrows the list to purchases or cancellations. For e-signature you can mark each event as processed once billing has handled it.',
  },
  // Hosting sign-ins
  1016: {
    title: 'Sign-ins by hosting environment',
    text: 'Number of user sign-ins in the last three hours, per period and hosting environment: Locals, Kotter, Opus W, Opus E and Opus E2. Use it to see whether one environment has stopped taking sign-ins. Refresh loads it again; it does not refresh by itself.',
  },
  // Product Billing
  1017: {
    title: 'Product billing report',
    text: 'Agencies with the chosen product, whether they are subscribed, and since when. Status is Active or Pending. Times are your local time. Export saves the rows as a CSV file named after the product.',
  },
  // Self Serve Certificates
  1020: {
    title: 'Self-serve certificate tools',
    text: 'Two tools for links to published certificates. The decoder shows which agency and client a link or token belongs to; the encoder makes the link for an agency and client. Neither changes anything.',
  },
  // Decoder
  1021: {
    title: 'Decode a url or token',
    text: 'Paste the whole published certificate url, or only its token, and press Decode. The answer is shown as returned by the service. If nothing comes back, check that the link was copied completely.',
  },
  // Encoder
  1022: {
    title: 'Encode a url',
    text: "Enter the agency id and the client id and press Encode. The answer is the published certificate url for that client. Send it only to people who may see the client's certificate.",
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
