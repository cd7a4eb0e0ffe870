/** Prints what a check found, one problem a line; the exit code that says whether there was any. */
export function reportProblems(problems: readonly string[]): 0 | 1 {
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}
