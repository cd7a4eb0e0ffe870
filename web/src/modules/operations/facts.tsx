import { type ReactNode, useId } from 'react'
import surface from '../../ui/surface.module.css'
import { operationsMessages } from './messages.ts'
import styles from './operations.module.css'

/** A named fact; null and undefined mean unknown. */
export type Fact = readonly [name: string, value: ReactNode]

/** A list of facts, as `dl`. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? operationsMessages.notKnown}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface FactCardProps {
  title: string
  /** Null if this part could not be read. */
  facts: readonly Fact[] | null
}

/** A card of facts; says so if they could not be read. */
export function FactCard({ title, facts }: FactCardProps) {
  const titleId = useId()
  return (
    <section className={surface.card} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {facts === null ? <p className={surface.note}>This could not be read.</p> : <Facts facts={facts} />}
    </section>
  )
}
