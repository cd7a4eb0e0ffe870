import { type ReactNode, useId } from 'react'
import surface from '../../ui/surface.module.css'
import { operationsMessages } from './messages.ts'
import styles from './operations.module.css'

/** A fact by its name; null and undefined are not known. */
export type Fact = readonly [name: string, value: ReactNode]

/** Facts under one another, as `dl`. */
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
  /** Null where the part could not be read. */
  facts: readonly Fact[] | null
}

/** A card of facts; one that could not be read says so. */
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
