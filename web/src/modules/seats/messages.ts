/** Texts of this room, to the letter of the documents and of the decisions that fill their gaps. */
export const seatMessages = {
  title: 'Seat Management',
  wentWrong: 'Something went wrong',
  empty: 'No Results',
  noneDone: 'There are no completed requests to export.',
} as const
