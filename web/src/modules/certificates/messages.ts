/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const certificateMessages = {
  loadFailed: 'Error retrieving information: ',
  detailsFailed: (clientId: string) => `Error loading client ${clientId}'s certificate: `,
  fileFailed: 'Unable to download the certificate.',
  noneFound: 'No clients found',
  noData: 'No data',
  pilot: 'This agency is part of the pilot and may have legacy certificates that are not shown here.',
  wentWrong: 'Something went wrong',
  tokenFirst: 'Paste a url or token.',
  idsFirst: 'Enter agency id and client id.',
} as const
