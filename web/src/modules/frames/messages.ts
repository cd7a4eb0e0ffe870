/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const frameMessages = {
  invalidSite: 'Internal Error - Invalid site specified',
  notConfigured: 'This page is not configured for this environment.',
  wentWrong: 'Something went wrong',
  nameUnread: 'The name of the agency could not be loaded.',
  notAnAgency: 'This link has no valid agency id.',
  stillLoading: 'Still loading. The page may be slow, or it may not be reachable from here.',
  newerVersion: 'This agency is on the newer version.',
  ofNewerVersion: 'Agencies on the newer version have a page of their own.',
  notFound: 'Agency not found',
  remember: 'Remember for this agency today',
  warning: 'Features of the legacy page may not work or reflect the data for this agency.',
} as const
