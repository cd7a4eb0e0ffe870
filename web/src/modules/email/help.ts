/** Help texts of this module, by the documents' topic ids. */
export const emailHelp = {
  // Email Management
  1013: {
    title: 'Email management',
    text: 'Addresses that are suppressed because mail to them bounced or failed; the system sends them nothing more. Show Details gives date, reason and status. Purge removes the selected addresses from the list so that mail is tried again. Purge only after the address has been corrected or confirmed, or it will be suppressed again.',
  },
}
