import type { ReactNode } from 'react'

/** A name and its value in a list of facts (`dl`). */
export function Fact({
  term,
  className,
  children,
}: {
  term: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={className}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
