/** How a time stands in a sentence, as part of a regular expression: `11/20/2026 5:00:00 am`. */
export const shownTime = String.raw`\d\d/\d\d/\d{4} \d{1,2}:\d\d:\d\d [ap]m`
