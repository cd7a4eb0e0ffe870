/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const agencyMessages = {
  wentWrong: 'Something went wrong',
  noResults: 'No Results',
  firstOfMore: (loaded: number) => `These are the first ${loaded} agencies. Narrow the search to see others.`,
  searchingAll: (loaded: number) =>
    `${loaded === 0 ? '' : `Not among the ${loaded} loaded. `}Searching all agencies …`,
  tabNotLoaded: 'This tab could not be loaded.',
  partNotLoaded: 'A part of the screen could not be loaded.',
  pinsFull: 'Five agencies are pinned already. Unpin one of them first.',
  notFound: 'Agency not found',
  noId: 'This link has no valid agency id: 1 to 8 digits above zero.',
  unknownId: (id: string) => `No agency has the id ${id}.`,
  nameUpdated: 'Agency name updated.',
  statusUpdated: 'Agency status updated.',
  storageModeUpdated: 'Storage mode updated.',
  detailsUpdated: 'Agency details updated.',
  detailsUnchanged: 'Nothing has changed.',
  nameUnchanged: 'The name has not changed.',
  timeZonesFailed: 'Failed to load timezones',
  timeZonesError: 'Error loading time zones',
  notForOnline:
    'This functionality does not apply to online (HS 6) agencies. Please use the agency detail page:',
  dimmedTab: 'Does not apply to online (HS 6) agencies',
  newerPage: 'Agency Detail 6x',
  onlineLegend: '* Not applicable to online agencies',
} as const
