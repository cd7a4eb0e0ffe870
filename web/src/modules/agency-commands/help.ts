/** Help texts of this module, by the documents' topic ids. */
export const agencyCommandHelp = {
  // Command
  1003: {
    title: 'Commands',
    text: "Queues a command that the agency's software picks up. Upload Config sends its configuration, Sync Clients sends clients again, Log sends the chosen logs, Count recounts, PCS Sync starts that sync. For Sync Clients enter eight-digit client ids separated by commas. A command waits in the list until it has been collected, at most seven days, and stays there with its result for 90 days.",
  },
}
