import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const certificateHelp = {
  // Self Serve Certificates
  1020: {
    title: 'Self-serve certificate tools',
    text: 'Two tools for links to published certificates. The decoder shows which agency and client a link or token belongs to; the encoder makes the link for an agency and client. Neither changes anything.',
    steps: [
      [
        'An agency’s link does not open',
        'Decode it first: it shows whether agency and client are the right ones.',
      ],
    ],
  },
  // Decoder
  1021: {
    title: 'Decode a url or token',
    text: 'Paste the whole published certificate url, or only its token, and press Decode. The answer is shown as returned by the service. If nothing comes back, check that the link was copied completely.',
    steps: [
      ['Nothing comes back', 'The link is incomplete or not one of ours. Ask for it to be copied again.'],
    ],
  },
  // Encoder
  1022: {
    title: 'Encode a url',
    text: "Enter the agency id and the client id and press Encode. The answer is the published certificate url for that client. Send it only to people who may see the client's certificate.",
    steps: [
      [
        'The link opens nothing',
        'No certificate of that client is published. Look at the agency’s Self-Serve Certs tab.',
      ],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
