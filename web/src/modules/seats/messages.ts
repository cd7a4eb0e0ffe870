/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const seatMessages = {
  title: 'Seat Management Report',
  wentWrong: 'Something went wrong',
  empty: 'No Results',
  usageFailed: 'Error Loading Seat Usage',
  seatsFailed: 'Error Loading Seats',
  released: 'Seat released successfully',
  // Spelled like this in the specification.
  releaseFailed: 'Unable to release set. Something went wrong communicating with the API.',
  noSeats: 'No data',
  pending: (releases: number) =>
    releases === 1
      ? "1 release is yet to be carried out by the agency's software."
      : `${releases} releases are yet to be carried out by the agency's software.`,
  noneDone: 'There are no completed requests to export.',
} as const
