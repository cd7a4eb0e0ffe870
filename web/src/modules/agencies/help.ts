import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const agencyHelp = {
  // Agencies
  1008: {
    title: 'Agencies',
    text: 'Search by agency id or by part of the name, then click a row to open the agency. Typing also filters the rows already found. Leading zeros are optional. Agencies on the newer version open a page that leads to their own screens.',
    steps: [
      [
        'The agency is not found',
        'Search by the digits of the id, or by one word of the name; the caller may use a different name than the contract.',
      ],
      ['Two agencies have the same name', 'Compare status, region and main contact in their rows.'],
    ],
  },
  // New Agency Setup
  1009: {
    title: 'New agency (5.x)',
    text: 'Creates a new agency for version 5.x. The agency id has up to eight digits and must not exist yet. Projected Clients helps distribute load, so give a thoughtful estimate, at most 1,000,000. You will be asked to confirm before the agency is created.',
    steps: [
      [
        'The id exists already',
        'The message names the agency that has it. Compare the two before choosing another id.',
      ],
      ['Save stays disabled', 'The reason is next to the button.'],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
