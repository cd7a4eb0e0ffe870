import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const reportHelp = {
  // Subscription Event Reports
  1015: {
    title: 'Subscription events',
    text: 'Purchases, cancellations and trial changes of one product. Choose the product and press View; the range starts as one month back through today, in your local dates, both ends included. Event narrows the list to purchases or cancellations. For e-signature you can mark each event as processed once billing has handled it.',
    steps: [
      ['No Results', 'Choose a wider range, and Any as the event.'],
      ['Somebody else marked the event', 'The message says who; the row shows the state of now.'],
    ],
  },
  // Product Billing
  1017: {
    title: 'Product billing report',
    text: 'Agencies with the chosen product, whether they are subscribed, and since when. Status is Active or Pending. Times are your local time. Export saves the rows as a CSV file named after the product.',
    steps: [
      [
        'An agency is missing',
        'Choose the product again with View; an agency that never subscribed is not listed.',
      ],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
