/** Texts of this module. */
export const keyMessages = {
  wentWrong: 'Something went wrong',
  none: 'This agency has no key: its software cannot call.',
  noRight: 'You do not have permission to change this key. Please contact your manager for assistance.',
  revoked: 'Agency key revoked.',
  neverUsed: 'Not used yet',
  shownOnce:
    'It is shown only this once. Enter it in the agency’s software, or share it securely with whoever does.',
  unseen:
    'The new key was made after you had left its screen, and cannot be shown again. Rotate the key to get another.',
  rotating:
    'The software gets a new key, shown once. The key that it uses now is accepted for another 15 minutes, so that the new one can be entered without an interruption. A new key that was never used ends at once.',
  revoking:
    'The agency’s software is locked out at once and collects no more commands until it gets another key.',
} as const
