/** About the columns of the activation report that mislead. */
export const misleadingDate = 'The Date column is the opt-in date, not a subscription change date.'
export const misleadingPerson = 'The Name and Initials columns are the user who opted into data sharing.'

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const reportMessages = {
  billing: 'Marketplace Product Billing Report',
  activation: 'Marketplace Product Activation Report',
  events: 'Subscription Event Reports',
  choose: 'Choose a product to view the report.',
  press: 'Press View to see the report of the chosen product.',
  selectProduct: 'Select a product',
  wentWrong: 'Something went wrong',
  noAgencies: 'No agencies enabled or activated for this product.',
  noResults: 'No Results',
  misleading: `This report is misleading. It does not show all activations or cancellations. ${misleadingDate} ${misleadingPerson}`,
  tooManyForCharts: 'No charts: they are drawn from all rows, and there are more than 10,000.',
  nothingToChart: 'No charts: there are no rows.',
  notInOrder: 'Start date must not be after end date.',
  notADay: 'Choose a date from 2000 to 2099.',
  bothIncluded: 'Your local dates, both included.',
  noneUnprocessed: 'None of the events listed is left to process.',
  processedFailed: 'Error setting Processed flag',
} as const
