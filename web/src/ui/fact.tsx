import type { ReactNode } from 'react'

/** A name and its value in a list of facts (`dl`). */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
