/** What the status of a product with a key is called at an agency. */
export const productStatuses = [
  { value: 0, label: 'Enabled' },
  { value: 1, label: 'Pending' },
] as const
