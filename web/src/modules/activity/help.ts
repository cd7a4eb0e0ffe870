/** Help texts of this module, by the documents' topic ids. */
export const activityHelp = {
  // Hosting sign-ins
  1016: {
    title: 'Sign-ins by hosting environment',
    text: 'Number of user sign-ins in the last three hours, per period and hosting environment: Locals, Kotter, Opus W, Opus E and Opus E2. Use it to see whether one environment has stopped taking sign-ins. Refresh loads it again; it does not refresh by itself.',
  },
}
