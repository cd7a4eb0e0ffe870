/** Help texts of this module, by the documents' topic ids. */
export const agencyHelp = {
  // Agencies
  1008: {
    title: 'Agencies',
    text: 'Search by agency id or by part of the name, then click a row to open the agency. Typing also filters the rows already found. Leading zeros are optional. Agencies on the newer version open a page that leads to their own screens.',
  },
  // New Agency Setup
  1009: {
    title: 'New agency (5.x)',
    text: 'Creates a new agency for version 5.x. The agency id has up to eight digits and must not exist yet. Projected Clients helps distribute load, so give a thoughtful estimate, at most 1,000,000. You will be asked to confirm before the agency is created.',
  },
}
