type Report = (sentence: string) => void
let report: Report = () => undefined

/** Sets how a failure is reported whose form is no longer on the screen; called once by the app. */
export function onUnshownFailure(given: Report): void {
  report = given
}

/** Reports one, with the sentence that its form would have shown. */
export function reportUnshownFailure(sentence: string): void {
  report(sentence)
}
